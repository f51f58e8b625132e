const maxPhoneLength = 13;

/** Digits with a hyphen after the third, at most 13 characters: 012-3456789. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  const masked = digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
  return masked.slice(0, maxPhoneLength);
}

/** The number in the international form that wa.me expects: digits only, Malaysia's code for a leading zero. */
export function whatsappDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.startsWith('0') ? `60${digits.slice(1)}` : digits;
}
