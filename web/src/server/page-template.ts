import type { AssetManifest } from '@directory/api/contracts';

/** The results of the build of the pages. */
export type BuiltPages = {
  /** The built `index.html`, in which pairs of comments mark what to replace. */
  readonly template: string;
  /** The text of a style sheet by its address. */
  readonly readStyleSheet: (address: string) => string;
};

/** The parts that differ from page to page, as HTML. */
type PageParts = { readonly head: string; readonly body: string };

export type PageTemplate = {
  /** The text of its style element, which the content security policy has to allow. */
  readonly style: string;
  readonly fill: (parts: PageParts) => string;
};

/**
 * The document of a route. It is painted without another request, as it contains its styles. It can be read without scripts, so
 * these are fetched once it is painted with its first photograph, which they would delay.
 */
export function pageTemplate(built: BuiltPages, { scripts, styles }: RouteAssets): PageTemplate {
  const [beforeHead, rest] = around(built.template, 'head');
  const [afterHead, afterBody] = around(rest, 'body');
  const [tags = '', end = ''] = afterHead.split(/(?=<\/head>)/);
  const { style, inlined } = inlineStyles(built, styles);
  const other = tags.replace(styleLink, '').replace(moduleTag, '');
  const deferred = deferredScripts(tags.match(moduleTag) ?? [], scripts);
  return {
    style,
    fill: ({ head, body }) =>
      [beforeHead, head, other, inlined, end, body, deferred, afterBody].join(''),
  };
}

const styleLink = /<link rel="stylesheet"[^>]* href="([^"]*)"[^>]*>\s*/g;
const moduleTag = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g;

function around(html: string, name: string): readonly [string, string] {
  const [before, , after] = html.split(new RegExp(`<!--/?${name}-->`));
  if (before === undefined || after === undefined)
    throw new Error(`the built index.html has no part named ${name}`);
  return [before, after];
}

/** The page's own styles come after the shared ones, as they would if a script loaded them. */
function inlineStyles({ template, readStyleSheet }: BuiltPages, own: readonly string[]) {
  const shared = [...template.matchAll(styleLink)].map(([, address = '']) => address);
  const sheets = [...shared, ...own];
  const style = sheets.map(readStyleSheet).join('');
  // A disabled link is not fetched; it tells the loader of a page's code that its styles are there.
  const links = sheets.map((address) => `<link rel="stylesheet" href="${address}" disabled>`);
  return { style, inlined: `<style>${style}</style>${links.join('')}` };
}

/** The text of the script element of every page, which the content security policy has to allow. The timer loads the scripts where the browser reports no paint or the photograph is late. The listeners note the form that Enter or a click would have submitted last: see `useEarlySubmit`. */
export const loadScripts = `{
const load=()=>document.head.append(document.getElementById('scripts').content);
const photo=document.querySelector('img[loading=eager]');
const painted=()=>{photo&&!photo.complete?photo.onload=photo.onerror=load:load()};
new PerformanceObserver(painted).observe({type:'paint',buffered:true});
setTimeout(load,2000);
addEventListener('keydown',({key,target})=>{window.enteredForm=key==='Enter'&&target.localName==='input'?target.form:null})
addEventListener('pointerup',({target})=>{window.enteredForm=target.closest('[type=submit]')?.form??null})
}`;

/** `modules` are the tags of what every page loads, `scripts` the addresses of what this page needs in addition. */
function deferredScripts(modules: readonly string[], scripts: readonly string[]): string {
  const preloads = scripts.map(
    (address) => `<link rel="modulepreload" crossorigin href="${address}">`,
  );
  const content = [...modules, ...preloads].join('');
  return `<template id="scripts">${content}</template><script>${loadScripts}</script>`;
}

/** JSON that cannot end its script element. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export type RouteAssets = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
};

const entry = 'index.html';

/** The URLs of the scripts and style sheets that a page needs besides those that every page loads. */
export function routeAssets(manifest: AssetManifest, source: string): RouteAssets {
  const everywhere = chunksOf(manifest, entry);
  const own = [...chunksOf(manifest, source)].filter((chunk) => !everywhere.has(chunk));
  const loaded = new Set(stylesOf(manifest, everywhere));
  return {
    scripts: own.map((chunk) => address(manifest[chunk]?.file ?? '')),
    styles: stylesOf(manifest, own).filter((style) => !loaded.has(style)),
  };
}

/** A chunk and all that it imports. */
function chunksOf(manifest: AssetManifest, source: string): ReadonlySet<string> {
  if (!manifest[source]) throw new Error(`the build of the pages has no ${source}`);
  const found = new Set([source]);
  // Iterating over a set includes what is added meanwhile.
  for (const chunk of found) for (const other of manifest[chunk]?.imports ?? []) found.add(other);
  return found;
}

function stylesOf(manifest: AssetManifest, chunks: Iterable<string>): string[] {
  const styles = [...chunks].flatMap((chunk) => manifest[chunk]?.css ?? []);
  return [...new Set(styles)].map(address);
}

function address(file: string): string {
  return `/${file}`;
}
