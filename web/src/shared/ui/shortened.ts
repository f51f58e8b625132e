/** At most so many characters, with an ellipsis where some are left out. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text;
}
