import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

/** The message of RFC 5322 that nodemailer makes of a mail. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const { id, to, subject, text, html, language, unsubscribeUrl } = mail;
  return {
    from,
    // An object, so that no part of it can be read as another recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domainOf(from)}>`,
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

function domainOf(from: string): string {
  return /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
}
