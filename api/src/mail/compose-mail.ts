import { decodeHistory, detailsOf, foldBusiness, type DirectoryLog } from '@directory/domain';
import type { AccountStore } from '../accounts/account-store.ts';
import type { MailOrder } from '../accounts/mail-store.ts';
import type { Clock } from '../clock.ts';
import { findRecipient, type Recipient } from './find-recipient.ts';
import { hashOfToken, type LinkTokens } from './link-tokens.ts';
import { renderMail, type Letter } from './mail-template.ts';
import { mailTexts } from './mail-texts.ts';
import type { Mail } from './mailer.ts';

export type ComposeDeps = {
  readonly accounts: AccountStore;
  readonly log: DirectoryLog;
  readonly links: LinkTokens;
  /** The address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly countWaitingListings: () => Promise<number>;
  readonly clock: Clock;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long a link to choose a password is valid. */
export const resetMs = 30 * minuteMs;

/** A mail that is older than this is of no use or no news any more, and is dropped. */
const maxAgeMs: Readonly<Record<MailOrder['kind'], number>> = {
  reset: resetMs,
  verification: Infinity,
  'address-change': Infinity,
  decision: 7 * dayMs,
  summary: dayMs,
};

/** Null for a mail that is not to be sent: nobody gets it, it is too late, or what it says is no longer so. */
export async function composeMail(deps: ComposeDeps, order: MailOrder): Promise<Mail | null> {
  const age = deps.clock().getTime() - order.orderedAt.getTime();
  if (age > maxAgeMs[order.kind]) return null;
  const recipient = await findRecipient(deps.accounts, deps.log.ownerKeys, order.account);
  const addressed = recipient?.isActive && (await writers[order.kind](deps, order, recipient));
  if (!addressed) return null;
  const { to, ...letter } = addressed;
  const { id, kind, account } = order;
  const { language } = recipient;
  const isNotice = kind === 'decision' || kind === 'summary';
  const token = isNotice ? deps.links.unsubscription(account) : null;
  const unsubscribePage = token && `${deps.siteUrl}/unsubscribe?token=${token}`;
  const content = renderMail({ ...letter, language, unsubscribePage });
  const unsubscribeUrl = token && `${deps.siteUrl}/api/unsubscriptions?token=${token}`;
  return { id, account, to, ...content, unsubscribeUrl };
}

type Addressed = Omit<Letter, 'language' | 'unsubscribePage'> & { readonly to: string };

type Writer = (
  deps: ComposeDeps,
  order: MailOrder,
  recipient: Recipient,
) => Promise<Addressed | null>;

const writers: Readonly<Record<MailOrder['kind'], Writer>> = {
  async reset(
    { accounts, log, links, siteUrl, clock },
    { id, account, orderedAt },
    { email, language },
  ) {
    if (email === null) return null;
    const token = links.reset(id, email);
    const now = clock();
    const expiresAt = new Date(now.getTime() + resetMs);
    // Somebody who asked twice already has the link of the other mail.
    const latest = new Date(orderedAt.getTime() + resetMs);
    const reset = { account, tokenHash: hashOfToken(token), expiresAt };
    if (!(await accounts.addReset(reset, now, latest))) return null;
    // An address that was confirmed meanwhile voids links, but came before this one was stored.
    const present = await findRecipient(accounts, log.ownerKeys, account);
    if (present?.email !== email) return null;
    return { to: email, ...mailTexts[language].reset, url: `${siteUrl}/reset-password#${token}` };
  },

  async verification(
    { links, siteUrl },
    { account, about },
    { email, isVerified, language, sessionVersion },
  ) {
    const to = about ?? (isVerified ? null : email);
    if (to === null) return null;
    const token = links.verification({
      account,
      email: to,
      version: sessionVersion,
      replaces: email,
    });
    return { to, ...mailTexts[language].verification, url: `${siteUrl}/verify-email#${token}` };
  },

  async 'address-change'({ siteUrl }, { about }, { email, language }) {
    // The change may have failed after this was queued, or was undone.
    if (about === null || about === email) return null;
    return { to: about, ...mailTexts[language].addressChange, url: `${siteUrl}/privacy` };
  },

  async decision({ log, siteUrl }, { id, about }, recipient) {
    const { name, email, isVerified, wantsNotices, language } = recipient;
    if (email === null || !isVerified || !wantsNotices) return null;
    const decided = await readDecision(log, `business-${about ?? ''}`, id);
    if (!decided) return null;
    const { business, event } = decided;
    const texts = mailTexts[language];
    if (event.type === 'BusinessApproved') {
      const url = `${siteUrl}/places/${event.data.businessId}`;
      return { to: email, ...texts.approved(name, business), url };
    }
    const { reason } = event.data;
    const label = reason && (reason.code === 'other' ? '' : (texts.reasons[reason.code] ?? ''));
    const quote = [label, reason?.text].filter(Boolean).join('\n');
    const words = texts.rejected(name, business);
    const paragraphs = [...words.paragraphs, ...(quote ? [texts.reason] : [])];
    const url = `${siteUrl}/my-businesses/${event.data.businessId}`;
    return { to: email, ...words, paragraphs, url, quote };
  },

  async summary({ countWaitingListings, siteUrl }, _order, { email, wantsNotices, language }) {
    if (email === null || !wantsNotices) return null;
    const waiting = await countWaitingListings();
    if (waiting === 0) return null;
    const words = mailTexts[language].summary(waiting);
    return { to: email, ...words, url: `${siteUrl}/adminDashboard/review` };
  },
};

/**
 * Null if anything happened to the listing since: the decision was undone, or is no news any more.
 * @throws Error where a newer release made the decision in a schema that this one does not know: the mail waits for that release
 */
async function readDecision(log: DirectoryLog, stream: string, id: string) {
  const stored = await log.readStream(stream);
  if (stored.at(-1)?.id !== id) return null;
  const history = decodeHistory(stored);
  const event = history.at(-1);
  if (event?.id !== id) throw new Error('the decision is in a schema of a newer release');
  if (event.type !== 'BusinessApproved' && event.type !== 'BusinessRejected') return null;
  const business = detailsOf(foldBusiness(history))?.businessName;
  return business ? { business, event } : null;
}
