const maxPhoneLength = 13;

/**
 * Digits with a hyphen after the third, at most 13 characters: 012-3456789. A mobile number with +60 and its zero fits only without
 * the zero.
 */
export function maskPhone(text: string): string {
  const digits = digitsOf(text).replace(/^600(?=\d{10})/, '60');
  const masked = digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
  return masked.slice(0, maxPhoneLength);
}

/** The number in the international form that wa.me expects: digits only, Malaysia's code for a leading zero. */
export function whatsappDigits(text: string): string {
  const digits = nationalDigits(text);
  return digits.startsWith('0') ? `60${digits.slice(1)}` : digits;
}

/** As Malaysians write it: 03-2715 2069, 012-345 6789, 1300-88-2525. Any other number stays as it is stored. */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text);
  const [, area, first, second] = groupings.map((each) => each.exec(digits)).find(Boolean) ?? [];
  if (area === undefined) return text.trim();
  return `${area}-${first}${area.length === 4 ? '-' : ' '}${second}`;
}

/** Area code and the two groups of digits after it, the most special first. */
const groupings = [
  /^(1[378]00)(\d{2})(\d{4})$/,
  /^(01[15])(\d{4})(\d{4})$/,
  /^(01\d)(\d{3})(\d{4})$/,
  /^(03)(\d{4})(\d{4})$/,
  /^(08\d)(\d{3})(\d{3})$/,
  /^(0[4-79])(\d{3})(\d{4})$/,
];

const maxDigits = 15;
const minDigits = 9;

/** The Malaysian number that these digits begin with, which those of another may follow; undefined for none. */
export function leadingNumber(digits: string): string | undefined {
  for (let length = Math.min(maxDigits, digits.length); length >= minDigits; length -= 1) {
    const number = digits.slice(0, length);
    if (groupings.some((each) => each.test(nationalDigits(number)))) return number;
  }
  return undefined;
}

/** A link that dials the number; null without digits. */
export function telLink(text: string): string | null {
  const number = dialableNumber(text);
  return number === null ? null : `tel:${number}`;
}

/** The number as it is dialled from anywhere; null without digits. Numbers such as 1300-88-2525 work only inside Malaysia. */
export function dialableNumber(text: string): string | null {
  const digits = nationalDigits(text);
  if (digits === '') return null;
  if (/^0[1-9]/.test(digits)) return `+60${digits.slice(1)}`;
  return (text.trim().startsWith('+') ? '+' : '') + digits;
}

/** The digits without the code of Malaysia, whose plus sign the mask removes; some write the zero after it, too. */
function nationalDigits(text: string): string {
  return digitsOf(text).replace(/^600?(?=[1-9]\d{7})/, '0');
}

/** The digits, with 60 for 0060, as some dial the code of Malaysia. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^00(?=60)/, '');
}
