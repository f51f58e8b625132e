/** The pages that come finished from the server. */
export type PageName = 'home' | 'place' | 'not-found';

/** What comes with a finished page, as JSON in an element that no browser runs. */
export type PageData = {
  readonly page: PageName;
  /** Answers of the API by their paths, without which it could not be rendered. */
  readonly answers: Readonly<Record<string, unknown>>;
};

export const pageDataId = 'page-data';

/** Null where the server left the page to the browser. */
export function readPageData(document: Document): PageData | null {
  const text = document.getElementById(pageDataId)?.textContent;
  if (!text) return null;
  // Written by the renderer of the same build, with the same type.
  return JSON.parse(text) as PageData;
}
