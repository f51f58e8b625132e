import type * as z from 'zod';
import { invalidRequest, type RequestProblem } from './errors.ts';

/** Parses what a client sent; a failed parse elsewhere is a bug, answered 500. @throws RequestProblem 400 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues);
}

/** Errors by field; an error of the whole body is the message. */
export function refusalOf(
  issues: readonly z.core.$ZodIssue[],
  others: Record<string, string[]> = {},
): RequestProblem {
  const { '': whole, ...fields } = fieldMessages(issues);
  return invalidRequest({ ...fields, ...others }, whole?.[0]);
}

function fieldMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const issue of issues) (messages[issue.path.join('.')] ??= []).push(formatIssue(issue));
  return messages;
}

function formatIssue(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && isOfZod(issue)) return 'Please send an object with the fields.';
  return ownMessage(issue) ?? 'Invalid value.';
}

/** The message of our schemas; of a union, that of the first member that has one. */
function ownMessage(issue: z.core.$ZodIssue): string | undefined {
  if (!isOfZod(issue)) return issue.message;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.flat().map(ownMessage).find(Boolean);
}

/** Default messages of Zod are for programmers. */
function isOfZod({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too (small|big)|Unrecognized)\b/.test(message);
}
