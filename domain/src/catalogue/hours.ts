/** The seven opening spans, spelled as the form stores them. */
export const operatingHours = [
  'Pagi-Tengahhari',
  'Pagi-Petang',
  'Pagi-Malam',
  'Tengahhari-Petang',
  'Tengahhari-Malam',
  'Petang-Malam',
  '24jam',
] as const;

export type OperatingHours = (typeof operatingHours)[number];

/** The parts of a day in their order; a span names the first and the last of them. */
export const partsOfDay = ['Pagi', 'Tengahhari', 'Petang', 'Malam'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** The home page writes "Tengah Hari" where the form writes "Tengahhari": both spellings are one value. */
export function parseOperatingHours(text: string): OperatingHours | undefined {
  const wanted = withoutCaseAndSpaces(text);
  return operatingHours.find((span) => withoutCaseAndSpaces(span) === wanted);
}

/** The span as the home page's filter spells it. */
export function hoursLabel(span: OperatingHours): string {
  return span.replaceAll('Tengahhari', 'Tengah Hari');
}

export function spanOf(first: PartOfDay, last: PartOfDay): OperatingHours | undefined {
  return parseOperatingHours(`${first}-${last}`);
}

/** Whether a place open during `span` is open for the whole of `wanted`. */
export function coversHours(span: OperatingHours, wanted: OperatingHours): boolean {
  if (span === '24jam') return true;
  if (wanted === '24jam') return false;
  const [opens, closes] = ends(span);
  const [from, until] = ends(wanted);
  return opens <= from && closes >= until;
}

function ends(span: Exclude<OperatingHours, '24jam'>): [number, number] {
  const [first, last] = span
    .split('-')
    .map((part) => partsOfDay.findIndex((name) => name === part));
  return [first ?? -1, last ?? -1];
}

function withoutCaseAndSpaces(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}
