import type { SendMailOptions } from 'nodemailer';
import type { MailLanguage } from '../accounts/mail-store.ts';

/** The port that sends mails: to an SMTP server, or to files of the outbox. */
export interface Mailer {
  /**
   * Resolves once it was accepted.
   * @throws MailNotSent also after `signal` was aborted
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

export type MailContent = {
  readonly language: MailLanguage;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mail = MailContent & {
  /** The same at every attempt, so that mail programs show a repeat once. */
  readonly id: string;
  /** Id of the account. */
  readonly account: string;
  readonly to: string;
  /** Switches off mails of this kind, by a POST without a log-in (RFC 8058); null for mails that somebody asked for. */
  readonly unsubscribeUrl: string | null;
};

/** Apart, so that no character of the name is read as part of the address. */
export type MailSender = {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
};

type Failure = {
  /** Such as `ECONNREFUSED`, or `550` of an SMTP server; without the address, which its whole answer may hold. */
  readonly code: string;
  /** What failed: the server for every mail; or this mail, for now or permanently. */
  readonly scope: 'server' | 'mail-now' | 'mail-for-good';
};

/** Whether it was sent may be unknown. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  readonly code: string;
  readonly scope: Failure['scope'];

  /** Without the cause, which names the recipient. */
  constructor({ code, scope }: Failure) {
    super(`A mail was not sent: ${code}.`);
    this.code = code;
    this.scope = scope;
  }
}

/** The message of RFC 5322 that nodemailer makes of a mail. */
export function messageOf(mail: Mail, from: MailSender): SendMailOptions {
  const { id, to, subject, text, html, language, unsubscribeUrl } = mail;
  const [, domain = ''] = from.address.split('@');
  return {
    from,
    // An object, so that no part of it can be read as another recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribeUrl !== null && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribeUrl !== null && { list: { unsubscribe: unsubscribeUrl } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
