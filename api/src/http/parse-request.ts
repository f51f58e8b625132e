import type * as z from 'zod';
import { invalidRequest, type RequestProblem } from './errors.ts';

/** The only place where a failed parse is the client's fault; anywhere else it is our bug. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues);
}

/** Tells what is wrong field by field; what is wrong with the whole of it is the message. */
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
  return ownMessage(issue) ?? 'This cannot be read.';
}

/** Of several ways to write a field, the one that was meant is the one whose own words say what is wrong with it. */
function ownMessage(issue: z.core.$ZodIssue): string | undefined {
  if (!isOfZod(issue)) return issue.message;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.flat().map(ownMessage).find(Boolean);
}

/** Zod's own words are a programmer's. */
function isOfZod({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too (small|big)|Unrecognized)\b/.test(message);
}
