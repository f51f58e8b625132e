import { expect, test } from 'vitest';
import { hydratePage, parsePage, renderer } from '../testing/server-rendered.tsx';

const accountPage = (path: string) => parsePage(renderer.accountPages[path] ?? '');
const accountPages = [
  ['/user/userlogin', 'Welcome'],
  ['/user/register', 'Create an Account'],
  ['/admin', 'Admin Panel'],
] as const;

test.each(accountPages)(
  '%s cannot submit its form without scripts, and never into the address',
  (path, title) => {
    const page = accountPage(path);
    expect(page.title).toBe(`${title} · Kampong Bharu Directory`);
    expect(page.querySelector('h1')?.textContent).toBe(title);
    expect([...page.forms].map(({ method }) => method)).toEqual(['post']);
    const submits = [...page.querySelectorAll<HTMLButtonElement>('form [type="submit"]')];
    expect(submits.map(({ disabled }) => disabled)).toEqual([true]);
    expect(page.querySelector('form noscript')?.textContent).toContain('needs JavaScript');
  },
);

test.each(['/user/userlogin', '/user/register'])(
  'a part of %s has the form before the picture, which moves nothing then',
  (path) => {
    const parts = [...accountPage(path).querySelectorAll('main form, main use[href*="village"]')];
    expect(parts.map(({ tagName }) => tagName.toLowerCase())).toEqual(['form', 'use']);
  },
);

test.each(accountPages)('React takes %s over, and then its form can be sent', async (path) => {
  const { element, before, trouble } = await hydratePage(`${path}?next=/form`, accountPage(path));
  expect(trouble).toEqual([]);
  expect(before).toContain('disabled=""');
  expect(element.innerHTML.replaceAll('?next=%2Fform', '')).toBe(
    before.replaceAll('?next=%2Fform', '').replace(' disabled=""', ''),
  );
});

test('the login page keeps what was typed before hydration, and where to go next', async () => {
  const { element } = await hydratePage(
    '/user/userlogin?next=/form',
    accountPage('/user/userlogin'),
    (body) => fill(body, { email: 'siti@example.com', password: 'secret' }),
  );
  expect(entered(element)).toMatchObject({ email: 'siti@example.com', password: 'secret' });
  const register = [...element.querySelectorAll('main a')].at(-1);
  expect(register?.getAttribute('href')).toBe('/user/register?next=%2Fform');
});

test('the registration page keeps what was typed before hydration, with the hyphen in the phone number', async () => {
  const typed = { fullName: 'Siti', phone: '0123456789', password: 'secret' };
  const { element } = await hydratePage('/user/register', accountPage('/user/register'), (body) =>
    fill(body, typed),
  );
  expect(entered(element)).toMatchObject({ ...typed, phone: '012-3456789' });
});

function fill(body: HTMLElement, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = body.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field) throw new Error(`the page has no field ${name}`);
    field.value = value;
  }
}

function entered(element: HTMLElement) {
  const form = element.querySelector('form') ?? undefined;
  return Object.fromEntries(new FormData(form));
}
