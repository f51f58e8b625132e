import type { BusinessDetails } from '@directory/domain';
import { maskPhone } from '@directory/domain/catalogue';
import { linkField } from '../contracts/fields.ts';

const minDigits = 7;
/** The mask cuts off further digits, which gives another number. */
const maxDigits = 12;

/** The first phone number in a text, formatted with the mask, Malaysian ones in national form; null if there is none. */
export function phoneOf(text: string | null): string | null {
  const first = (text ?? '').split(/[/;,]|\bor\b|\bdan\b/i)[0] ?? '';
  const digits = nationalDigits(first);
  if (digits.length < minDigits || digits.length > maxDigits) return null;
  return maskPhone(digits);
}

/** Without a plus, 60 is only a country code if a complete number follows: local numbers of ten digits may begin with 60. */
function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const fromMalaysia = text.trim().startsWith('+')
    ? digits.startsWith('60')
    : /^60\d{9,10}$/.test(digits);
  return fromMalaysia ? `0${digits.slice(2)}` : digits;
}

type Links = Pick<BusinessDetails, 'website' | 'facebook' | 'instagram' | 'youtube' | 'tiktok'>;

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

/** The link in the field of its platform, else in `website`; all are null if it is not valid. */
export function linksOf(website: string | null): Links {
  const link = webLink(website);
  if (link === null) return noLinks;
  const host = new URL(link).hostname;
  const platform = platforms.find(({ hosts }) =>
    hosts.some((name) => host === name || host.endsWith(`.${name}`)),
  );
  return { ...noLinks, [platform?.field ?? 'website']: link };
}

/** Adds http:// to a bare host name, as browsers do. */
function webLink(text: string | null): string | null {
  const trimmed = (text ?? '').trim();
  const isBareHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(trimmed);
  const link = linkField.safeParse(isBareHost ? `http://${trimmed}` : trimmed).data ?? null;
  return link !== null && new URL(link).hostname.includes('.') ? link : null;
}
