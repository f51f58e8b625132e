/** An address as people write it: capitals become a title, with abbreviations such as LRT unchanged. */
export function readableAddress(address: string): string {
  return isShouted(address) ? address.replace(/[\p{L}\p{M}\d'’]+/gu, inTitleCase) : address;
}

/**
 * The street of an address with its number, else the building or quarter; null where only the city is known. Short enough for
 * a line on a card.
 */
export function streetOf(address: string | null): string | null {
  const parts = readableAddress(address ?? '')
    .split(/[,;]/)
    .map((part) => withoutCity(part.trim()))
    .filter((part) => part !== '');
  const index = parts.findIndex((part) => street.test(part));
  const part = parts[index];
  if (part === undefined) return parts.find((other) => !isUnit.test(other)) ?? null;
  const named = part.slice(part.search(street));
  const number = houseNumber.exec(part === named ? (parts[index - 1] ?? '') : part)?.[1];
  return number ? `${number} ${named}` : named;
}

const street =
  /\b(jalan|jln|lorong|persiaran|lebuh|lebuhraya|lingkaran|changkat|tengkat|medan|jalur|lengkok|leboh)\b/i;
/** The number of a house alone, or before its street. */
const houseNumber = /^(?:no\b[.:]?\s*)?(\d+[a-z]?)\s*(?:$|(?=jalan|jln|lorong))/i;
/** A part that names no building or quarter: a number, a floor, a lot. */
const isUnit = /^\S*\d|\b(no|lot|floor|level|tingkat)\b/i;
const city =
  /\b(\d{5}|wilayah persekutuan|(federal territory of )?kuala lumpur|selangor( darul ehsan)?|malaysia|kl$)(?!\S)/gi;

function withoutCity(part: string): string {
  return part
    .replace(city, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
}

/** Whether it has no small letter, and a word that is longer than an abbreviation. */
function isShouted(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}{4}/u.test(text);
}

/** Abbreviations with a vowel. */
const abbreviations = new Set('AU II III IV IOI UAB UG UKM UTM'.split(' '));
/** Written without a vowel, but as words. */
const abbreviatedWords = new Set('BDR BLK BT DR JLN KG LRG SDN SG ST TG TMN'.split(' '));

function inTitleCase(word: string): string {
  const isAbbreviation = abbreviations.has(word) || !/[AEIOU]/.test(word);
  if (/\d/.test(word) || (isAbbreviation && !abbreviatedWords.has(word))) return word;
  return word.charAt(0) + word.slice(1).toLowerCase();
}
