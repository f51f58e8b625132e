import { STATUS_CODES } from 'node:http';
import { problemResponse } from '../../contracts/problem.ts';
import { toSchema, type Components } from './components.ts';
import type { Answer, Operation } from './operation.ts';

export function describeAnswers(operation: Operation, components: Components): object {
  const { answers, isCommand = false } = operation;
  const problem = { schema: toSchema(problemResponse, components) };
  const responses: Record<number, object> = {};
  for (const status of problemsOf(operation))
    responses[status] = {
      description: STATUS_CODES[status],
      content: { 'application/problem+json': problem },
    };
  for (const [status, answer] of Object.entries(answers))
    responses[Number(status)] = {
      description: answer.description,
      ...(isCommand && { headers: commandHeaders }),
      ...contentOf(answer, components),
    };
  return responses;
}

/** What may always happen: too much is asked, a fault of ours, a store that is away. */
const everywhere = [429, 500, 503];

/** What follows from who may ask and what is sent, and what the operation says itself. */
function problemsOf({ access: who, json, form, problems = [] }: Operation): number[] {
  return [
    ...(who === 'anybody' ? [] : [401, 403]),
    ...((json ?? form) ? [400, 413, 415] : []),
    ...(form ? [408] : []),
    ...problems,
    ...everywhere,
  ];
}

const commandHeaders = {
  'X-Log-Position': {
    description: 'Where in the log the outcome stands',
    schema: { type: 'string' },
  },
  'X-Stale': {
    description: 'true when the lists do not show the outcome yet',
    schema: { type: 'string', enum: ['true'] },
  },
};

function contentOf({ schema, type = 'application/json' }: Answer, components: Components): object {
  if (schema) return { content: { [type]: { schema: toSchema(schema, components) } } };
  return type === 'application/json' ? {} : { content: { [type]: {} } };
}
