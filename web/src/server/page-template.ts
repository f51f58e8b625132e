/** The parts of a page that differ from page to page, as HTML. */
export type PageParts = {
  readonly head: string;
  /** To files of its own. */
  readonly links: string;
  readonly body: string;
};

/** Fills the built `index.html`, in which pairs of comments say what to replace. */
export function pageTemplate(html: string): (parts: PageParts) => string {
  const [beforeHead, rest] = around(html, 'head');
  const [afterHead, afterBody] = around(rest, 'body');
  // The page's own styles come after those of all pages, as they would if a script fetched them.
  const [tags = '', end = ''] = afterHead.split(/(?=<\/head>)/);
  return ({ head, links, body }) => [beforeHead, head, tags, links, end, body, afterBody].join('');
}

function around(html: string, name: string): readonly [string, string] {
  const [before, , after] = html.split(new RegExp(`<!--/?${name}-->`));
  if (before === undefined || after === undefined)
    throw new Error(`the built index.html has no part named ${name}`);
  return [before, after];
}
