import {
  decodeEvent,
  type BusinessApproved,
  type BusinessRejected,
  type DirectoryLog,
  type Recorded,
  type OwnerKeys,
} from '@directory/domain';
import type { AccountStore } from '../accounts/account-store.ts';
import {
  type MailOrder,
  type MailLanguage,
  initialContact,
  type Contact,
} from '../accounts/mail-store.ts';
import type { Clock } from '../clock.ts';
import { isErased } from '../erase-owner.ts';
import { demonstrationOwnerId } from '../seed/demonstration-owner.ts';
import { hashOfToken, newResetToken, type LinkTokens } from './link-tokens.ts';
import { mailTexts } from './mail-texts.ts';
import type { Mail, MailContent } from './mailer.ts';

export type ComposeDeps = {
  readonly accounts: AccountStore;
  readonly log: DirectoryLog;
  readonly links: LinkTokens;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly countWaitingListings: () => Promise<number>;
  readonly clock: Clock;
};

/** Minutes that a link to choose a password is valid. */
const resetMinutes = 30;

/** Null if it is not to be sent any more: to nobody, or about what is no longer so. */
export async function composeMail(deps: ComposeDeps, order: MailOrder): Promise<Mail | null> {
  const recipient = await findRecipient(deps.accounts, deps.log.ownerKeys, order.account);
  const addressed = recipient?.isActive && (await writers[order.kind](deps, order, recipient));
  if (!addressed) return null;
  const { to, ...letter } = addressed;
  const { id, account } = order;
  const { language } = recipient;
  const mail = { id, account, to };
  const isNotice = order.kind === 'decision' || order.kind === 'summary';
  if (!isNotice) return { ...mail, ...renderMail({ ...letter, language }), unsubscribeUrl: null };
  const token = deps.links.unsubscription(account);
  const unsubscribe = {
    label: mailTexts[language].unsubscribe,
    url: `${deps.siteUrl}/unsubscribe?token=${token}`,
  };
  return {
    ...mail,
    ...renderMail({ ...letter, language, unsubscribe }),
    unsubscribeUrl: `${deps.siteUrl}/api/unsubscriptions?token=${token}`,
  };
}

type Addressed = Omit<Letter, 'language' | 'unsubscribe'> & { readonly to: string };

type Writer = (
  deps: ComposeDeps,
  order: MailOrder,
  recipient: Recipient,
) => Promise<Addressed | null>;

const writers: Readonly<Record<MailOrder['kind'], Writer>> = {
  async reset({ accounts, siteUrl, clock }, { account, orderedAt }, { name, email, language }) {
    const isLate = clock().getTime() - orderedAt.getTime() > resetMinutes * 60_000;
    if (email === null || isLate) return null;
    const token = newResetToken();
    const expiresAt = new Date(clock().getTime() + resetMinutes * 60_000);
    await accounts.addReset({ account, tokenHash: hashOfToken(token), expiresAt });
    const words = mailTexts[language].reset(name);
    return { to: email, ...linking(words, `${siteUrl}/reset-password#${token}`) };
  },

  async verification(
    { links, siteUrl },
    { account, about },
    { name, email, isVerified, language },
  ) {
    const to = about ?? (isVerified ? null : email);
    if (to === null) return null;
    const token = links.verification({ account, email: to });
    const words = mailTexts[language].verification(name);
    return { to, ...linking(words, `${siteUrl}/verify-email#${token}`) };
  },

  async decision({ log, siteUrl }, { id, about }, recipient) {
    const { name, email, isVerified, wantsNotices, language } = recipient;
    if (email === null || !isVerified || !wantsNotices) return null;
    const decided = await readDecision(log, `business-${about ?? ''}`, id);
    if (!decided) return null;
    const { business, event } = decided;
    const texts = mailTexts[language];
    if (event.type === 'BusinessApproved') {
      const place = `${siteUrl}/places/${event.data.businessId}`;
      return { to: email, ...linking(texts.approved(name, business), place) };
    }
    const { reason } = event.data;
    const label = reason && (reason.code === 'other' ? '' : (texts.reasons[reason.code] ?? ''));
    const quote = [label, reason?.text].filter(Boolean).join('\n');
    const words = texts.rejected(name, business);
    const paragraphs = [...words.paragraphs, ...(quote ? [texts.reason] : [])];
    const own = `${siteUrl}/my-businesses/${event.data.businessId}`;
    return { to: email, ...linking({ ...words, paragraphs }, own), quote };
  },

  async summary({ countWaitingListings, siteUrl }, _order, { email, wantsNotices, language }) {
    if (email === null || !wantsNotices) return null;
    const waiting = await countWaitingListings();
    if (waiting === 0) return null;
    const words = mailTexts[language].summary(waiting);
    return { to: email, ...linking(words, `${siteUrl}/adminDashboard/review`) };
  },
};

type Words = ReturnType<(typeof mailTexts)['en']['summary']>;

function linking({ link, ...words }: Words, url: string) {
  return { ...words, link: { label: link, url } };
}

type Decision = {
  readonly business: string;
  readonly event: Recorded<BusinessApproved | BusinessRejected>;
};

/** Null if something happened to the listing since: it was undone, or is no news any more. */
async function readDecision(
  log: DirectoryLog,
  stream: string,
  id: string,
): Promise<Decision | null> {
  const events = (await log.readStream(stream)).map(decodeEvent);
  const event = events.at(-1);
  if (event?.id !== id) return null;
  if (event.type !== 'BusinessApproved' && event.type !== 'BusinessRejected') return null;
  const business = events.reduce((name: string | null | undefined, each) => {
    if (each?.type === 'BusinessSubmitted') return each.data.details.businessName;
    if (each?.type === 'BusinessEdited') return each.data.changes.businessName ?? name;
    return name;
  }, null);
  return business ? { business, event } : null;
}

export type Letter = {
  readonly language: MailLanguage;
  readonly subject: string;
  /** One each; line breaks within are kept. */
  readonly paragraphs: readonly string[];
  /** Of somebody else, such as a reviewer's comment. */
  readonly quote?: string | null;
  /** The one thing to do. */
  readonly link: { readonly label: string; readonly url: string };
  /** Why it was sent, and what may be done about it. */
  readonly footer: string;
  readonly unsubscribe?: { readonly label: string; readonly url: string };
};

/** The look of the site, without pictures: mail programs load none without asking. */
const look = {
  page: 'margin:0;padding:24px 12px;background:#fbf6e9;color:#2a241b;font:17px/1.5 Georgia,serif',
  card: 'max-width:560px;margin:0 auto;background:#fffdf7;border:1px solid #e5d9bd;border-radius:12px;overflow:hidden',
  band: 'padding:20px 28px;background:#1c4a38;color:#fcf5e1;font-size:21px;border-bottom:6px double #e0b95f',
  body: 'padding:20px 28px 28px',
  title: 'margin:0 0 16px;font-size:25px;line-height:1.25;font-weight:600',
  text: 'margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere',
  quote:
    'margin:0 0 16px;padding:12px 16px;background:#f4ecd8;border-left:4px solid #bd8d2b;white-space:pre-line;overflow-wrap:anywhere',
  button:
    'display:inline-block;margin:4px 0 20px;padding:12px 22px;background:#1c4f3b;color:#fffaeb;border-radius:8px;text-decoration:none',
  small: 'margin:0;font-size:14px;color:#605643;overflow-wrap:anywhere',
  link: 'color:#1c4f3b',
};

/** Plain text and HTML of a letter; both say the same. */
export function renderMail(letter: Letter): MailContent {
  const { language, subject } = letter;
  return { language, subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ paragraphs, quote, link, footer, unsubscribe }: Letter): string {
  const quoted = quote?.replace(/^/gm, '> ');
  const parts = [...paragraphs, quoted, `${link.label}:\n${link.url}`, `-- \n${footer}`];
  const text = parts.filter(Boolean).join('\n\n');
  return unsubscribe ? `${text}\n\n${unsubscribe.label}:\n${unsubscribe.url}\n` : `${text}\n`;
}

function htmlOf({ language, subject, paragraphs, quote, link, ...rest }: Letter): string {
  const { footer, unsubscribe } = rest;
  const texts = mailTexts[language];
  const lines = [
    `<h1 style="${look.title}">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((text) => `<p style="${look.text}">${escapeHtml(text)}</p>`),
    quote && `<blockquote style="${look.quote}">${escapeHtml(quote)}</blockquote>`,
    `<p style="margin:0"><a href="${escapeHtml(link.url)}" style="${look.button}">${escapeHtml(link.label)}</a></p>`,
    `<p style="${look.small}">${escapeHtml(texts.linkHint)}<br>${escapeHtml(link.url)}</p>`,
    `<hr style="margin:20px 0;border:0;border-top:1px solid #e5d9bd">`,
    `<p style="${look.small}">${escapeHtml(footer)}</p>`,
    unsubscribe &&
      `<p style="${look.small}"><a href="${escapeHtml(unsubscribe.url)}" style="${look.link}">${escapeHtml(unsubscribe.label)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${look.page}">
<div style="${look.card}">
<div style="${look.band}">${escapeHtml(texts.site)}</div>
<div style="${look.body}">
${lines.filter(Boolean).join('\n')}
</div>
</div>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export type Recipient = Pick<Contact, 'language'> & {
  readonly role: 'owner' | 'admin';
  /** To greet with. */
  readonly name: string;
  /** Null for an admin who has verified none. */
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly wantsNotices: boolean;
  /** Whether it gets mails: not while it is disabled or erased, nor if it was made up. */
  readonly isActive: boolean;
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
      ...{ role: 'admin', name: login.username, language },
      ...{ email: verifiedEmail, isVerified: verifiedEmail !== null },
      wantsNotices: contact.wantsNotices ?? false,
      isActive: !login.isDisabled,
    };
  }
  const login = await accounts.getOwnerByEmail(owner.email);
  const isEnabled = id !== demonstrationOwnerId && login?.isDisabled === false;
  return {
    ...{ role: 'owner', name: owner.fullName, language, email: owner.email },
    isVerified: verifiedEmail === owner.email,
    wantsNotices: contact.wantsNotices ?? true,
    isActive: isEnabled && !(await isErased(ownerKeys, id)),
  };
}
