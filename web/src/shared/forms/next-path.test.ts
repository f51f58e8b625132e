import { expect, test } from 'vitest';
import { withNext } from '../navigation/link-state.ts';
import { nextPath } from './login-form.tsx';

test('a path of this site comes back as it was given', () => {
  expect(nextPath(new URL(withNext('/login', '/form?step=2#x'), 'https://a.example').search)).toBe(
    '/form?step=2#x',
  );
});

test.each([
  '',
  '?next=',
  '?next=https://evil.example',
  '?next=//evil.example',
  '?next=/%5Cevil.example',
  '?next=/%09/evil.example',
  '?next=javascript:alert(1)',
  '?next=/..//evil.example/login',
  '?next=/.//evil.example',
  '?next=/%2e%2e//evil.example',
  '?next=/a/..//evil.example',
])('%s leads nowhere', (search) => {
  expect(nextPath(search)).toBeNull();
});
