/** The `key=value` tags of a row, in their order; what is no tag is passed over. */
export function tagsOf(category: string | null): readonly string[] {
  return (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag.includes('='));
}
