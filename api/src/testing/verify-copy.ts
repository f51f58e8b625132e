import { createProgram } from '@directory/projections/cli';

/** What the operators' `verify` says of a site and of the folder it was copied from. @throws when it finds a difference */
export async function verifyCopy(
  settings: Readonly<Record<string, string>>,
  from: string,
): Promise<string> {
  let written = '';
  const output = { write: (text: string) => void (written += text), isTerminal: false };
  const program = createProgram(settings, output);
  await program.parseAsync(['verify', '--from', from], { from: 'user' });
  return written;
}
