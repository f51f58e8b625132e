import type * as z from 'zod';
import { invalidRequest } from './errors.ts';

/** The only place where a failed parse is the client's fault; anywhere else it is our bug. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(fieldMessages(result.error.issues));
}

export function fieldMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const { path, message } of issues) (messages[path.join('.')] ??= []).push(message);
  return messages;
}
