import { listenHere } from '@directory/domain/testing/free-port';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  readonly to: readonly string[];
  /** The message as it was sent, with lines that are not folded. */
  readonly message: string;
};

export type MailServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
};

/** An SMTP server of this process, on a port of its own or a given one. */
export async function startMailServer({
  port = 0,
  ...options
}: SMTPServerOptions & { readonly port?: number } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({
          to,
          message: Buffer.concat(parts)
            .toString()
            .replace(/\r\n[ \t]+/g, ' '),
        });
        done();
      });
    },
    ...options,
  });
  // Clients may hang up in the middle.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${await listenHere(server.server, port)}`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** An answer of the server that refuses, with its code. */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error('<siti@example.org> is refused'), { responseCode });
}
