import {
  createSecretKey,
  randomBytes,
  type KeyObject,
  createCipheriv,
  createDecipheriv,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  joinPersonal,
  mayBePersonal,
  splitPersonal,
  type SplitData,
} from '../business/personal-fields.ts';
import { currentSchema, upcastData } from '../business/upcast.ts';
import type { NewEvent, RecordedEvent } from '../event-store/event-store.ts';
import { OwnerKeysUnavailable, type OwnerKey, type OwnerKeys } from './owner-keys.ts';

/**
 * Encrypts the personal data in events at the edge of the log, so that erasing an owner's key erases them from the log and from all
 * of its backups. The hash chain covers what is stored, and stays whole.
 */
export interface PersonalData {
  /**
   * The events as they are stored: with the personal fields, and the fingerprint that was made of them, in one encrypted string.
   * Makes the keys of new owners; data of an erased owner are encrypted under a key that is not kept, so that nobody can read them.
   *
   * @throws OwnerKeysUnavailable, also where the key of an owner who has encrypted events is missing
   */
  encrypt(events: readonly NewEvent[]): Promise<readonly NewEvent[]>;

  /**
   * The events as they were before. Where the key was erased or does not fit, they lack the personal data, and of an erased owner also
   * what was stored in the clear.
   *
   * @throws OwnerKeysUnavailable, also where there is no record of the owner: an erasure leaves one
   */
  decrypt(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;

  /** Erases the key of an owner whose erasure has begun. Other processes read with it for some seconds more. @throws OwnerKeysUnavailable */
  eraseKey(owner: string): Promise<void>;

  /** @throws OwnerKeysUnavailable while a key is missing that was needed in this process. */
  ping(): Promise<void>;
}

const maxKnownKeys = 10_000;
/** How long a key is cached: so much later is one forgotten that another process erased. */
const knownForMs = 10_000;

/** `isInLog`: whether an owner has encrypted events; nobody where a log is only just encrypted. */
export function personalData(
  keys: OwnerKeys,
  isInLog: (owner: string) => Promise<boolean> = async () => false,
): PersonalData {
  // Owners without a key are not cached, as they may get one at any moment.
  const known = new LRUCache<string, DecryptionKey>({ max: maxKnownKeys, ttl: knownForMs });
  /** How many keys this process has erased. */
  let erased = 0;
  /** The owners whose keys were needed, and missing. */
  const missing = new Set<string>();

  async function decryptionKeys(owners: ReadonlySet<string>): Promise<Map<string, DecryptionKey>> {
    const found = new Map<string, DecryptionKey>();
    for (const owner of owners) {
      const key = known.get(owner);
      if (key) found.set(owner, key);
    }
    const unknown = [...owners].filter((owner) => !found.has(owner));
    if (unknown.length === 0) return found;
    const erasedBefore = erased;
    for (const { owner, key } of await keys.find(unknown)) {
      const usable = { key: key && createSecretKey(key) };
      // What was looked up while a key was erased may hold that key.
      if (erased === erasedBefore) known.set(owner, usable);
      found.set(owner, usable);
    }
    return found;
  }

  /** Reads the store and not the cache, as nothing may be encrypted under a key that was erased elsewhere. */
  async function encryptionKeys(
    owners: readonly string[],
  ): Promise<ReadonlyMap<string, KeyObject>> {
    let found = await keys.find(owners);
    if (found.length < owners.length) {
      const inLog: string[] = [];
      for (const owner of without(owners, found)) if (await isInLog(owner)) inLog.push(owner);
      // Once more, after the log: what another process appended meanwhile has its key.
      found = await keys.find(owners);
      const unknown = without(owners, found);
      refuseMissing(unknown.filter((owner) => inLog.includes(owner)));
      await keys.add(unknown.map((owner) => ({ owner, key: newKey(), erasure: null })));
      // Another process may have been first.
      found = await keys.find(owners);
      if (found.length < owners.length)
        throw new OwnerKeysUnavailable('a key that was made is not found');
    }
    return new Map(found.map(({ owner, key }) => [owner, createSecretKey(key ?? newKey())]));
  }

  /** Another key would make unreadable what is encrypted under the missing one, and no key would show the owner as erased. */
  function refuseMissing(owners: readonly string[]): void {
    for (const owner of owners) missing.add(owner);
    const [first] = owners;
    if (first === undefined) return;
    throw new OwnerKeysUnavailable(
      `The key of the owner ${first} is missing, and the event log has personal data under it: restore the accounts from a backup, or correct MONGODB_URL (DATA_DIR where it is not set).`,
    );
  }

  return {
    async encrypt(events) {
      const splits = events.map(splitForEncryption);
      const owners = new Set(splits.flatMap((split) => split?.ownerId ?? []));
      if (owners.size === 0) return events;
      const found = await encryptionKeys([...owners]);
      return events.map((event, index) => {
        const split = splits[index];
        const key = split && found.get(split.ownerId);
        return key ? encryptEvent(event, split, key) : event;
      });
    },
    async decrypt(events) {
      const owners = new Set<string>();
      for (const event of events) {
        const owner = ownerOf(event);
        if (owner !== null) owners.add(owner);
      }
      if (owners.size === 0) return events;
      const found = await decryptionKeys(owners);
      if (found.size < owners.size) {
        const encrypted = events.flatMap((event) => encryptedFor(event) ?? []);
        refuseMissing(encrypted.filter((owner) => !found.has(owner)));
      }
      return events.map((event) => {
        const owner = ownerOf(event);
        return owner === null ? event : decryptEvent(event, owner, found.get(owner));
      });
    },
    async eraseKey(owner) {
      await keys.eraseKey(owner);
      erased += 1;
      known.delete(owner);
    },
    async ping() {
      if (missing.size === 0) return;
      for (const { owner } of await keys.find([...missing])) missing.delete(owner);
      refuseMissing([...missing]);
    },
  };
}

/** The key is null once it was erased. */
type DecryptionKey = { readonly key: KeyObject | null };

function without(owners: readonly string[], found: readonly OwnerKey[]): readonly string[] {
  return owners.filter((owner) => found.every((other) => other.owner !== owner));
}

function newKey(): Uint8Array {
  return randomBytes(keyLength);
}

/** The owner whose data an event may hold. The type comes first, so that the content of others is not even parsed. */
function ownerOf(event: NewEvent): string | null {
  if (!mayBePersonal(event.type)) return null;
  const { data } = event;
  return 'ownerId' in data && typeof data.ownerId === 'string' ? data.ownerId : null;
}

/** The owner under whose key an event is encrypted; null for an event that is not. */
export function encryptedFor(event: NewEvent): string | null {
  return mayBePersonal(event.type) && 'encrypted' in event.data ? ownerOf(event) : null;
}

/** Whether an event is encrypted under a key; one that was erased is not compared. */
export function isEncryptedUnder(event: NewEvent, { owner, key }: OwnerKey): boolean {
  if (encryptedFor(event) !== owner || !('encrypted' in event.data)) return false;
  const encrypted = String(event.data.encrypted);
  const context = contextOf(event.id, owner);
  return key === null || decryptText(encrypted, createSecretKey(key), context) !== null;
}

/** Null where there is nothing to encrypt. */
function splitForEncryption(event: NewEvent): SplitData | null {
  if (!mayBePersonal(event.type) || 'encrypted' in event.data) return null;
  const split = splitPersonal({ type: event.type, data: upcastData(event) });
  const isEmpty = split !== null && Object.keys(split.personal).length === 0;
  return isEmpty && event.metadata.fingerprint === undefined ? null : split;
}

/** What the encrypted string holds. */
type Content = { readonly personal: object; readonly fingerprint?: string };

function encryptEvent(
  { id, type, metadata }: NewEvent,
  split: SplitData,
  key: KeyObject,
): NewEvent {
  const { fingerprint, ...rest } = metadata;
  const content = JSON.stringify({ personal: split.personal, fingerprint });
  const encrypted = encryptText(content, key, contextOf(id, split.ownerId));
  return {
    id,
    type,
    data: { ...split.plain, encrypted },
    metadata: { ...rest, schema: currentSchema },
  };
}

function decryptEvent(
  event: RecordedEvent,
  owner: string,
  known: DecryptionKey | undefined,
): RecordedEvent {
  const { id, type, data, metadata, stream, revision, position } = event;
  // Readers skip events of a newer release, whose personal fields may be others.
  if (metadata.schema > currentSchema) return event;
  const place = { id, type, stream, revision, position };
  if ('encrypted' in data) {
    const { encrypted, ...plain } = data;
    const text = known?.key && decryptText(String(encrypted), known.key, contextOf(id, owner));
    // What decrypts is what `encryptEvent` encrypted.
    const content = text ? (JSON.parse(text) as Content) : { personal: null };
    const { personal, ...fingerprint } = content;
    return {
      ...place,
      data: joinPersonal({ type, data: plain }, personal),
      metadata: { ...metadata, ...fingerprint },
    };
  }
  const split = known?.key === null ? splitPersonal({ type, data }) : null;
  if (!split) return event;
  const { fingerprint: _, ...rest } = metadata;
  return {
    ...place,
    data: joinPersonal({ type, data: split.plain }, null),
    metadata: rest,
  };
}

/** An encrypted string that was moved to another event, or to another owner's, does not decrypt. */
function contextOf(eventId: string, owner: string): string {
  return `${eventId} ${owner}`;
}

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceLength = 12;
const tagLength = 16;

const keyLength = 32;

/** Version, nonce, ciphertext and tag in base 64. It decrypts with the same context only. */
function encryptText(text: string, key: KeyObject, context: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = [Buffer.from([version]), nonce, ciphertext, cipher.getAuthTag()];
  return Buffer.concat(bytes).toString('base64');
}

/** Null where the text was encrypted with another key, in another context, or changed since. */
function decryptText(encrypted: string, key: KeyObject, context: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes[0] !== version || bytes.length < 1 + nonceLength + tagLength) return null;
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    const text = decipher.update(bytes.subarray(1 + nonceLength, -tagLength), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    return null;
  }
}
