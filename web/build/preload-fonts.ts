import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Preloads these fonts with the page, instead of after the style sheet that names them. */
export function preloadFonts(...names: readonly string[]): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((path) => path.endsWith('.woff2'));
        return names.map((name) => preload(files, name));
      },
    },
  };
}

function preload(files: readonly string[], name: string): HtmlTagDescriptor {
  const file = files.find((path) => path.includes(name));
  if (!file) throw new Error(`no font named ${name} in the build`);
  const attrs = {
    rel: 'preload',
    href: `/${file}`,
    as: 'font',
    type: 'font/woff2',
    crossorigin: '',
  };
  return { tag: 'link', attrs, injectTo: 'head' };
}
