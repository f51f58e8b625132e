import type { FieldErrors } from './field-frame.tsx';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** What the contract says of each field; of several sentences about one field the first. */
export function firstMessages(issues: readonly Issue[]): FieldErrors {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0] ?? '')] ??= message;
  return messages;
}
