import type { RouteAssets } from './route-assets.ts';

/** The parts that differ from page to page, as HTML. */
export type PageParts = {
  readonly head: string;
  /** To the page's own scripts and style sheets. */
  readonly links: string;
  readonly body: string;
};

/** Fills the built `index.html`, in which pairs of comments mark what to replace. */
export function pageTemplate(html: string): (parts: PageParts) => string {
  const [beforeHead, rest] = around(html, 'head');
  const [afterHead, afterBody] = around(rest, 'body');
  // The page's own styles come after the shared ones, as they would if a script loaded them.
  const [tags = '', end = ''] = afterHead.split(/(?=<\/head>)/);
  return ({ head, links, body }) => [beforeHead, head, tags, links, end, body, afterBody].join('');
}

function around(html: string, name: string): readonly [string, string] {
  const [before, , after] = html.split(new RegExp(`<!--/?${name}-->`));
  if (before === undefined || after === undefined)
    throw new Error(`the built index.html has no part named ${name}`);
  return [before, after];
}

/** JSON that cannot end its script element. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Preloads a page's own scripts, and blocks painting until its styles are loaded. */
export function RouteLinks({ scripts, styles }: RouteAssets) {
  return (
    <>
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" crossOrigin="" href={href} />
      ))}
      {styles.map((href) => (
        <link key={href} rel="stylesheet" crossOrigin="" href={href} />
      ))}
    </>
  );
}
