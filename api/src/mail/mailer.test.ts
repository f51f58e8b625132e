import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { refusal, startMailServer, type MailServer } from '../testing/mail-server.ts';
import { smtpMailer, clearOutbox, outboxFolder, outboxMailer, type Mail } from './mailer.ts';

const from = { name: 'Kampong Bharu', address: 'mail@directory.example' };
const mail: Mail = {
  id: '5f0c7a4e-6a53-4a2c-9c58-0d1d4f1f8f11',
  account: 'c7f2a6f0-52c5-4b1e-8a53-1a2b3c4d5e6f',
  to: 'siti@example.org',
  language: 'ms',
  subject: 'Warung “Siti” kini dipaparkan',
  text: 'Salam Siti',
  html: '<p>Salam Siti</p>',
  unsubscribeUrl: 'https://directory.example/api/mail/unsubscribe?token=abc',
};

/** With a certificate that is not valid. */
const startTls = { disabledCommands: [] };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function serverWith(options: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanUps.push(server.stop);
  return server;
}

describe('smtpMailer', () => {
  test('sends text and HTML with the headers of the mail', async () => {
    const server = await serverWith({});
    const mailer = smtpMailer({ url: server.url, from });
    await mailer.send(mail);
    expect(server.received).toHaveLength(1);
    const [{ to, message } = { to: [], message: '' }] = server.received;
    expect(to).toEqual([mail.to]);
    for (const line of [
      `Message-ID: <${mail.id}@directory.example>`,
      'From: Kampong Bharu <mail@directory.example>',
      'To: siti@example.org',
      'Auto-Submitted: auto-generated',
      'Content-Language: ms',
      `List-Unsubscribe: <${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ])
      expect(message).toContain(`${line}\r\n`);
  });

  test.each([
    ['Info @ KB', '"Info @ KB"'],
    ['Kampong Bharu: Directory', '"Kampong Bharu: Directory"'],
    ['KB (Directory)', '"KB (Directory)"'],
    ['Direktori “KB”', '=?UTF-8?'],
  ])('sends the sender %s with the name in quotes or encoded', async (name, expected) => {
    const server = await serverWith({});
    await smtpMailer({ url: server.url, from: { ...from, name } }).send(mail);
    const { message = '' } = server.received[0] ?? {};
    expect(message).toContain(`\r\nFrom: ${expected}`);
    expect(message).toContain(' <mail@directory.example>\r\n');
    expect(message).toContain(`\r\nMessage-ID: <${mail.id}@directory.example>\r\n`);
  });

  test('without a link to unsubscribe sends no header for it', async () => {
    const server = await serverWith({});
    await smtpMailer({ url: server.url, from }).send({ ...mail, unsubscribeUrl: null });
    expect(server.received[0]?.message).not.toContain('List-Unsubscribe');
  });

  test('a subject or an address with line breaks adds no header and no recipient', async () => {
    const server = await serverWith({});
    const subject = 'Hi\r\nBcc: other@example.org';
    const mailer = smtpMailer({ url: server.url, from });
    await mailer.send({ ...mail, subject });
    await mailer
      .send({ ...mail, to: 'siti@example.org, other@example.org' })
      .catch(() => undefined);
    expect(server.received.map(({ to }) => to)).not.toContainEqual(
      expect.arrayContaining(['other@example.org']),
    );
    expect(server.received[0]?.message).not.toMatch(/^Bcc/m);
  });

  test.each([
    ['for good', 550, 'mail-for-good'],
    ['for now', 450, 'mail-now'],
  ] as const)('reports an address that is refused %s', async (_how, code, scope) => {
    const { url } = await serverWith({
      onRcptTo: (_address, _session, done) => {
        done(refusal(code));
      },
    });
    const sent = smtpMailer({ url, from }).send(mail);
    await expect(sent).rejects.toMatchObject({ name: 'MailNotSent', code: String(code), scope });
    await expect(sent).rejects.not.toThrow(mail.to);
  });

  test('reports a mail that is refused for what it says as a failure of this mail', async () => {
    const { url } = await serverWith({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554)));
      },
    });
    await expect(smtpMailer({ url, from }).send(mail)).rejects.toMatchObject({
      ...{ code: '554', scope: 'mail-for-good' },
    });
  });

  test('reports a refused sender as a failure of the server', async () => {
    const { url } = await serverWith({
      onMailFrom: (_address, _session, done) => {
        done(refusal(550));
      },
    });
    await expect(smtpMailer({ url, from }).send(mail)).rejects.toMatchObject({ scope: 'server' });
  });

  test('reports a server that is down', async () => {
    const server = await serverWith({});
    await server.stop();
    await expect(smtpMailer({ url: server.url, from }).send(mail)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      scope: 'server',
    });
  });

  test('sends without TLS to this machine, whatever certificate its server has', async () => {
    const server = await serverWith(startTls);
    await smtpMailer({ url: server.url, from }).send(mail);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['another machine', (url: string) => url.replace('127.0.0.1', '0.0.0.0')],
    ['this machine if the address asks for TLS', (url: string) => `${url}?requireTLS=true`],
  ])('reports an invalid certificate of %s', async (_, addressOf) => {
    const server = await serverWith(startTls);
    const sent = smtpMailer({ url: addressOf(server.url), from }).send(mail);
    const code: unknown = expect.stringContaining('CERT');
    await expect(sent).rejects.toMatchObject({ code, scope: 'server' });
    expect(server.received).toEqual([]);
  });

  test('sends nothing to another machine without TLS, unless the address allows it', async () => {
    const server = await serverWith({});
    // Reaches this machine, too, but is no loopback address.
    const url = server.url.replace('127.0.0.1', '0.0.0.0');
    await expect(smtpMailer({ url, from }).send(mail)).rejects.toMatchObject({ scope: 'server' });
    await smtpMailer({ url: `${url}?requireTLS=false`, from }).send({ ...mail, text: 'allowed' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.message).toContain('allowed');
  });

  test('sends without TLS to another machine with an invalid certificate if the address says so', async () => {
    const server = await serverWith(startTls);
    const url = server.url.replace('127.0.0.1', '0.0.0.0');
    await smtpMailer({ url: `${url}?requireTLS=false&ignoreTLS=true`, from }).send(mail);
    expect(server.received).toHaveLength(1);
  });

  test('gives up on a server that does not answer', async () => {
    const onRcptTo = vi.fn();
    const { url } = await serverWith({ onRcptTo });
    // Longer than the server waits before it greets.
    const mailer = smtpMailer({ url, from, timeoutMs: 500 });
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(onRcptTo).toHaveBeenCalledOnce();
  });
});

describe('outboxMailer', () => {
  function newOutbox() {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
    cleanUps.push(() => {
      rmSync(dataDir, { recursive: true });
    });
    return { dataDir, folder: outboxFolder(dataDir) };
  }

  test('writes each mail into a file for the own user only', async () => {
    const { folder } = newOutbox();
    const outbox = outboxMailer({ folder, from });
    await outbox.send(mail);
    await outbox.send(mail);
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    const file = join(folder, names[0] ?? '');
    expect(file).toMatch(/\.eml$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('To: siti@example.org\r\n');
  });

  test('an outbox that cannot be written to is a failure of the server, and not of the mail', async () => {
    const { dataDir, folder } = newOutbox();
    writeFileSync(join(dataDir, 'outbox'), '');
    const sent = outboxMailer({ folder, from }).send(mail);
    await expect(sent).rejects.toMatchObject({
      name: 'MailNotSent',
      code: 'EEXIST',
      scope: 'server',
    });
  });

  test.each([
    ['a file', { path: import.meta.filename }, 'File access rejected'],
    ['an address', { href: 'http://127.0.0.1:1/' }, 'Url access rejected'],
  ])('a mail whose text is %s is refused', async (_, source, message) => {
    const text = z.custom<string>().parse(source);
    const sent = outboxMailer({ folder: newOutbox().folder, from }).send({ ...mail, text });
    await expect(sent).rejects.toThrow(message);
  });

  test('clearOutbox removes the mails to one account', async () => {
    const { dataDir, folder } = newOutbox();
    clearOutbox(dataDir, mail.account);
    const outbox = outboxMailer({ folder, from });
    await outbox.send(mail);
    await outbox.send({ ...mail, account: 'another' });
    clearOutbox(dataDir, mail.account);
    expect(readdirSync(folder)).toEqual([expect.stringContaining('.another.')]);
  });
});
