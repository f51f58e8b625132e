import sheet from './drawings.svg';

/** The address of one drawing of the sheet. A sheet, because a dozen houses in every page would outweigh its words. */
export function drawing(id: string): string {
  return `${sheet}#${id}`;
}
