import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { countWaitingListings } from '../background-work.ts';
import { systemClock } from '../clock.ts';
import { linkTokens } from '../mail/link-tokens.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { startNotifier, type NotifierDeps } from '../mail/notifier.ts';
import type { MailServer, ReceivedMail } from './mail-server.ts';
import type { TestSite } from './test-site.ts';

export const siteUrl = 'https://directory.example';
const from = { name: '', address: 'mail@directory.example' };

/** Sends the mails of a site to a server, looking for new ones all the time. */
export function startMails(
  { site }: TestSite,
  server: Pick<MailServer, 'url'>,
  changes: Partial<NotifierDeps> = {},
) {
  return startNotifier({
    ...site.stores,
    mailer: smtpMailer({ url: server.url, from, timeoutMs: 10_000 }),
    holder: randomUUID(),
    links: linkTokens(site.secrets.tokenKey, site.sessions.tokenKey),
    siteUrl,
    timeZone: 'Asia/Kuala_Lumpur',
    clock: systemClock,
    logger: { warn: () => undefined },
    pollMs: 10,
    countWaitingListings: () => countWaitingListings(site),
    ...changes,
  });
}

/** Waits for mails to an address and returns the last of them. */
export async function mailTo(
  server: MailServer,
  address: string,
  count = 1,
): Promise<ReceivedMail> {
  const to = () => server.received.filter((mail) => mail.to.includes(address));
  await vi.waitUntil(() => to().length >= count, { timeout: 10_000, interval: 10 });
  const mail = to().at(-1);
  if (!mail) throw new Error('no mail');
  return mail;
}

/** The token that follows this part of a link in the plain text of a mail. */
export function tokenAfter(link: string, { message }: ReceivedMail): string {
  const text = message.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  const [, token] = text.split(link);
  return /^[\w.-]+/.exec(token ?? '')?.[0] ?? '';
}
