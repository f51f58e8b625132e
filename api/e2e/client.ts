import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import sharp from 'sharp';

/** Calls the documented API; `token` is that of a login. */
export type Client = {
  readonly get: (path: string) => Promise<unknown>;
  readonly send: (method: string, path: string, body: unknown) => Promise<Response>;
  readonly submit: (fields: Readonly<Record<string, string>>) => Promise<{ id: string }>;
};

export function client(url: string, token?: string): Client {
  const headers = { ...browser, ...(token && { Authorization: `Bearer ${token}` }) };
  return {
    get: async (path) => {
      const response = await fetch(url + path, { headers });
      if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
      return response.json();
    },
    send: (method, path, body) =>
      fetch(url + path, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    submit: async (fields) => {
      const form = await listingForm(fields);
      const response = await fetch(`${url}/api/businesses`, {
        method: 'POST',
        headers,
        body: form,
      });
      if (response.status !== 201) throw new Error(await response.text());
      return (await response.json()) as { id: string };
    },
  };
}

/** A complete form with a photo; `fields` replace some of its fields. */
export async function listingForm(fields: Readonly<Record<string, string>>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...completeListing, ...fields }))
    form.append(name, value);
  form.append('imagePath', new Blob([await photo()], { type: 'image/jpeg' }), 'shop.jpg');
  return form;
}

/** Headers of a browser, as visits of programs are not counted. */
export const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};

export async function logInAdmin(
  url: string,
  credentials: { username: string; password: string },
): Promise<string> {
  return tokenOf(await client(url).send('POST', '/api/admin/login', credentials));
}

/** The code that an authenticator app shows for the secret, now or in the next half minute. */
export function codeOf(secret: string, when: 'now' | 'next' = 'now'): string {
  const timestamp = Date.now() + (when === 'next' ? 30_000 : 0);
  return new TOTP({ secret }).generate({ timestamp });
}

/** The password of every owner in these tests. */
export const ownerPassword = 'a long enough password';

/** Registers an owner, logs in, and returns the token. */
export async function logInNewOwner(url: string, email: string): Promise<string> {
  await client(url).send('POST', '/api/user/register', {
    fullName: 'Siti binti Osman',
    icNumber: icNumberOf(email),
    phone: '012-3456789',
    email,
    password: ownerPassword,
    confirmPassword: ownerPassword,
  });
  return tokenOf(
    await client(url).send('POST', '/api/user/login', { email, password: ownerPassword }),
  );
}

/** A number for each address, as there is one account for a number. */
function icNumberOf(email: string): string {
  return [...createHash('sha256').update(email).digest()].join('').slice(0, 20);
}

async function tokenOf(response: Response): Promise<string> {
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { token: string }).token;
}

const completeListing = {
  businessName: 'Warung Siti',
  phone: '012-3456789',
  operatingHours: 'Pagi-Petang',
  yearStarted: '1998',
  email: 'warung@example.org',
  address: '12, Jalan Raja Alang',
  synopsis: 'Nasi lemak since 1998.',
  businessInfo: 'Makanan & Minuman',
  subCategory: 'Warung',
  kampong: 'Kampung Masjid',
  facilities: '["Tandas"]',
  latitude: '3.1645',
  longitude: '101.7045',
} as const;

function photo(): Promise<Buffer<ArrayBuffer>> {
  const background = { r: 20, g: 90, b: 60 };
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
