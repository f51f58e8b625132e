import { maskPhone } from '@directory/domain/catalogue';
import { linkField } from '../contracts/fields.ts';

const minDigits = 7;
/** More would not fit the mask, which cuts them off: another number. */
const maxDigits = 12;

/** The first number of the text in the mask, Malaysian ones in their national form; null where there is none. */
export function phoneOf(text: string | null): string | null {
  const first = (text ?? '').split(/[/;,]|\bor\b|\bdan\b/i)[0] ?? '';
  const digits = nationalDigits(first);
  if (digits.length < minDigits || digits.length > maxDigits) return null;
  return maskPhone(digits);
}

/** Without a plus, 60 is Malaysia's code only in front of a whole number: ten digits may begin with 60 elsewhere. */
function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const fromMalaysia = text.trim().startsWith('+')
    ? digits.startsWith('60')
    : /^60\d{9,10}$/.test(digits);
  return fromMalaysia ? `0${digits.slice(2)}` : digits;
}

export type Links = {
  readonly website: string | null;
  readonly facebook: string | null;
  readonly instagram: string | null;
  readonly youtube: string | null;
  readonly tiktok: string | null;
};

const noLinks: Links = {
  website: null,
  facebook: null,
  instagram: null,
  youtube: null,
  tiktok: null,
};

const platforms = [
  { field: 'facebook', hosts: ['facebook.com', 'fb.com'] },
  { field: 'instagram', hosts: ['instagram.com'] },
  { field: 'youtube', hosts: ['youtube.com', 'youtu.be'] },
  { field: 'tiktok', hosts: ['tiktok.com'] },
] as const;

/** The address of a website under the field where it belongs; a page on a social platform is no website of its own. */
export function linksOf(website: string | null): Links {
  const link = webLink(website);
  if (link === null) return noLinks;
  const host = new URL(link).hostname;
  const platform = platforms.find(({ hosts }) =>
    hosts.some((name) => host === name || host.endsWith(`.${name}`)),
  );
  return { ...noLinks, [platform?.field ?? 'website']: link };
}

/** A bare host name is how people write a website; browsers put http before it, and so do we. */
function webLink(text: string | null): string | null {
  const trimmed = (text ?? '').trim();
  const isBareHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(trimmed);
  const link = linkField.safeParse(isBareHost ? `http://${trimmed}` : trimmed).data ?? null;
  return link !== null && new URL(link).hostname.includes('.') ? link : null;
}
