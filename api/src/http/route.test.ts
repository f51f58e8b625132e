import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decideBusinessRequest } from '../contracts/business-requests.ts';
import { RequestProblem } from './errors.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { defineRoute, parseRequest } from './route.ts';

function refused(value: unknown, schema: z.ZodType = decideBusinessRequest) {
  try {
    parseRequest(schema, value);
  } catch (error) {
    if (error instanceof RequestProblem) return { message: error.message, errors: error.errors };
  }
  throw new Error('nothing was refused');
}

describe('the message of a refused request is for people', () => {
  test.each([
    [{ status: 'pending' }, 'status', 'The status must be approved or rejected.'],
    [{ status: 'rejected', reason: { code: 'none' } }, 'reason', 'Choose a reason from the list.'],
    [{ status: 'rejected', reason: 'x'.repeat(501) }, 'reason', 'Use at most 500 characters.'],
    [{ status: 'rejected', reason: 5 }, 'reason', 'Enter text.'],
    [{ status: 'approved', revision: -1 }, 'revision', 'Invalid value.'],
    [{ status: 'approved', revision: '3' }, 'revision', 'Invalid value.'],
  ])('%j', (value, field, sentence) => {
    expect(refused(value)).toEqual({
      message: 'Please check what you entered.',
      errors: { [field]: [sentence] },
    });
  });
});

test.each([null, [], 'text', 5])('%j is refused as a whole, without errors of fields', (value) => {
  expect(refused(value)).toEqual({
    message: 'Please send an object with the fields.',
    errors: {},
  });
});

test('parseRequest reports every error of a field', () => {
  const schema = z.object({ name: z.string().min(3, 'Longer.').regex(/^a/, 'Begin with a.') });
  expect(refused({ name: 'b' }, schema).errors).toEqual({ name: ['Longer.', 'Begin with a.'] });
});

test('a query that repeats a key thousands of times is read as fast as any other', async () => {
  const route = defineRoute('GET /echo', {
    operationId: 'echo',
    summary: 'Repeat the texts',
    access: 'public',
    query: z.object({ q: z.array(z.string()) }),
    response: { description: 'The texts', schema: z.array(z.string()) },
    handle: (_, { query }) => query.q,
  });
  const server = await serveRoutes([route]);
  const address = `${server.url}/echo?q=one+two&q=%C3%A9${'&a'.repeat(7_500)}`;
  // Were all values of the key read again for each of them, these would take longer than a test may.
  for (let request = 1; request <= 500; request += 1)
    expect(await (await fetch(address)).json()).toEqual(['one two', 'é']);
  await server.close();
});
