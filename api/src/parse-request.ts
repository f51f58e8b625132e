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
  for (const issue of issues) (messages[issue.path.join('.')] ??= []).push(sentenceOf(issue));
  return messages;
}

/** Zod's own words for a wrong type are a programmer's. */
function sentenceOf({ code, path, message }: z.core.$ZodIssue): string {
  if (code !== 'invalid_type' || !message.startsWith('Invalid input')) return message;
  return path.length === 0 ? 'Please send an object with the fields.' : 'This cannot be read.';
}
