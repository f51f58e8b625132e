import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mailer, messageOf } from './mailer.ts';

type Outbox = { readonly folder: string; readonly from: string };

/** Without an SMTP server: each mail is a file, named by time and account, that mail programs open. */
export function outboxMailer({ folder, from }: Outbox): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/:/g, '');
      const file = join(folder, `${time}.${mail.account}.${randomUUID().slice(0, 8)}.eml`);
      await writeFile(file, message, { mode: 0o600, flag: 'wx' });
    },
    close() {
      transport.close();
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
