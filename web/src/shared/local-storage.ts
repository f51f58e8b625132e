import { isObject } from '@directory/domain/shared/unknown';

/** What this browser has stored for the key; null for nothing, or where its storage is blocked. */
export function readStored(key: string): string | null {
  return attempt(() => window.localStorage.getItem(key), null);
}

/** Whether it is stored now: the storage may be blocked or full. */
export function writeStored(key: string, value: string): boolean {
  return done(() => window.localStorage.setItem(key, value));
}

/** False where the storage is blocked, which has stored nothing. */
export function removeStored(key: string): boolean {
  return done(() => window.localStorage.removeItem(key));
}

function done(change: () => void): boolean {
  return attempt(() => {
    change();
    return true;
  }, false);
}

/** What is read, or `otherwise` where that throws. */
function attempt<Read, Otherwise>(read: () => Read, otherwise: Otherwise): Read | Otherwise {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Calls `onChange` after another tab may have stored something, also while the browser kept this page for Back; returns what ends that. */
export function watchStorage(onChange: () => void, tab: EventTarget = window): () => void {
  tab.addEventListener('storage', onChange);
  tab.addEventListener('pageshow', onChange);
  return () => {
    tab.removeEventListener('storage', onChange);
    tab.removeEventListener('pageshow', onChange);
  };
}

/** The JSON object in a text; empty for any other text. */
export function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  const value = attempt<unknown, null>(() => JSON.parse(text ?? ''), null);
  return isObject(value) ? value : {};
}

/** The key of a form's draft. It is in this module so that logging out does not load the code of the forms. */
export const draftKey = (userId: string, businessId?: string) =>
  businessId === undefined ? `draft:${userId}` : `draft:${userId}:${businessId}`;

/** The keys of the new listing and of the edits that the user has not submitted. */
export function savedDrafts(userId: string): readonly string[] {
  const own = draftKey(userId);
  const keys = attempt(() => Object.keys(window.localStorage), []);
  return keys.filter((key) => key === own || key.startsWith(`${own}:`));
}
