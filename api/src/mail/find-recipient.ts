import type { OwnerKeys } from '@directory/domain';
import type { AccountStore } from '../accounts/account-store.ts';
import { initialContact, type Contact } from '../accounts/mail-store.ts';
import { isErased } from '../accounts/erase-owner.ts';
import { demonstrationOwnerId } from '../accounts/generated-logins.ts';

export type Recipient = Pick<Contact, 'language'> & {
  readonly role: 'owner' | 'admin';
  /** The name to greet with. */
  readonly name: string;
  /** Null for an admin who has verified none. */
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly wantsNotices: boolean;
  /** Whether the account gets mails: not while it is disabled, once it is erased, or if it is the demonstration owner. */
  readonly isActive: boolean;
  readonly sessionVersion: number;
};

/** Null for an unknown account. */
export async function findRecipient(
  accounts: AccountStore,
  ownerKeys: OwnerKeys,
  id: string,
): Promise<Recipient | null> {
  const contact = (await accounts.findContacts([id])).get(id) ?? initialContact;
  const { language, verifiedEmail } = contact;
  const owner = await accounts.getOwner(id);
  if (!owner) {
    const admin = (await accounts.findAdmins()).find((each) => each.id === id);
    const login = admin && (await accounts.getAdminByUsername(admin.username));
    if (!login) return null;
    return {
      role: 'admin',
      name: login.username,
      language,
      email: verifiedEmail,
      isVerified: verifiedEmail !== null,
      wantsNotices: contact.wantsNotices ?? false,
      isActive: !login.isDisabled,
      sessionVersion: login.sessionVersion,
    };
  }
  const isEnabled = id !== demonstrationOwnerId && !owner.isDisabled;
  return {
    role: 'owner',
    name: owner.fullName,
    language,
    email: owner.email,
    isVerified: verifiedEmail === owner.email,
    wantsNotices: contact.wantsNotices ?? true,
    isActive: isEnabled && !(await isErased(ownerKeys, id)),
    sessionVersion: owner.sessionVersion,
  };
}
