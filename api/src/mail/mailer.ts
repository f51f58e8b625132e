import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import { NamedError } from '@directory/domain/shared/unknown';
import type { MailLanguage } from '../accounts/mail-store.ts';
import { isLoopback } from '../network-address.ts';
import { writeFileExclusive } from '../write-file-exclusive.ts';

/** The port that sends mails: to an SMTP server, or to files of the outbox. */
export interface Mailer {
  /**
   * Resolves once the mail was accepted.
   * @throws MailNotSent, also after `signal` was aborted
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

export type MailContent = {
  readonly language: MailLanguage;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mail = MailContent & {
  /** It is the same at every attempt, so that mail programs show a repeat once. */
  readonly id: string;
  /** Id of the account. */
  readonly account: string;
  readonly to: string;
  /** Switches off mails of this kind, by a POST without a log-in (RFC 8058); null for mails that somebody asked for. */
  readonly unsubscribeUrl: string | null;
};

/** Name and address are apart, so that no character of the name is read as part of the address. */
export type MailSender = {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
};

/** Sending failed. The mail may have been sent all the same. */
export class MailNotSent extends NamedError {
  /** Such as `ECONNREFUSED`, or `550` of an SMTP server; without the address, which its whole answer may hold. */
  readonly code: string;
  /** What failed: the server for every mail; or this mail, for now or permanently. */
  readonly scope: 'server' | 'mail-now' | 'mail-for-good';

  /** It keeps no cause, as that names the recipient. */
  constructor({ code, scope }: Pick<MailNotSent, 'code' | 'scope'>) {
    super(`A mail was not sent: ${code}.`);
    this.code = code;
    this.scope = scope;
  }
}

const smtpError = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.int().optional(),
  permanent: z.boolean().optional(),
});

type SmtpSettings = {
  /** May contain a password. */
  readonly url: string;
  readonly from: MailSender;
  /** The time for each step: connecting, the greeting, and each answer. */
  readonly timeoutMs?: number;
};

/**
 * Sends through an SMTP server, with a connection for each mail, as there are few. Nothing goes to another machine without TLS, unless
 * the address ends with `?requireTLS=false`. A server on this machine, whose certificate is seldom valid for its name, is not asked for TLS.
 */
export function smtpMailer({ url, from, timeoutMs = 20_000 }: SmtpSettings): Mailer {
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  };
  const isLocal = isLoopback(new URL(url).hostname);
  const tls = { requireTLS: !isLocal, ignoreTLS: isLocal };
  return {
    async send(mail, signal) {
      // Loaded for the first mail only, as it takes a tenth of the time that loading the program takes.
      const { createTransport } = await import('nodemailer');
      const message = { ...messageOf(mail, from), signal };
      const transport = createTransport({ url, ...tls, ...timeouts });
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw notSent(error);
      } finally {
        transport.close();
      }
    },
  };
}

/** Only errors about the recipient or the content concern one mail; a refused sender or password concerns every mail. */
function notSent(error: unknown): MailNotSent {
  const { code, originalCode, command, responseCode, permanent } = smtpError.parse(error);
  const isOfMail = /^(RCPT|DATA)/.test(command ?? '');
  return new MailNotSent({
    // `code` is nodemailer's own, such as ESOCKET for every failure of a connection.
    code: responseCode?.toString() ?? originalCode ?? code ?? 'unknown',
    scope: isOfMail ? (permanent === true ? 'mail-for-good' : 'mail-now') : 'server',
  });
}

type Outbox = { readonly folder: string; readonly from: MailSender };

/** Replaces an SMTP server: each mail is a file, named by time and account, that mail programs can open. */
export function outboxMailer({ folder, from }: Outbox): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
      });
      const { message } = await transport.sendMail(messageOf(mail, from));
      const time = new Date().toISOString().replace(/:/g, '');
      const file = join(folder, `${time}.${mail.account}.${randomUUID().slice(0, 8)}.eml`);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await writeFileExclusive(file, message, 0o600);
      } catch (error) {
        throw notSent(error);
      }
    },
  };
}

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** Removes the mails to an account. */
export function clearOutbox(dataDir: string, account: string): void {
  const folder = outboxFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.split('.').includes(account)) rmSync(join(folder, name), { force: true });
}

/** The message of RFC 5322 that nodemailer makes of a mail. */
function messageOf(mail: Mail, from: MailSender): SendMailOptions {
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
