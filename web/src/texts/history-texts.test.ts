import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationText } from './history-texts.ts';

const golden = join(import.meta.dirname, '..', '..', '..', 'domain', 'src', 'golden');
const operations = readdirSync(golden)
  .map((file) => file.replace(/\..*/, ''))
  .filter((type) => !/^(Business|DecisionWithdrawn|OwnerErased)/.test(type));

test.each(operations)('the audit shows %s in words', (type) => {
  const entry = {
    type,
    view: 'listings',
    account: { id: '1', name: 'penghulu' },
    places: { imported: 1, existing: 0, refused: 0, published: true },
  };
  expect(operationText(entry)).toMatch(/^[A-Z][a-z]+ /);
});
