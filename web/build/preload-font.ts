import type { Plugin } from 'vite';

/** Lets the browser fetch the face of the headings with the page instead of after the style sheet that names it. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(
          (path) => path.includes(name) && path.endsWith('.woff2'),
        );
        if (!file) throw new Error(`no font named ${name} in the build`);
        const attrs = {
          rel: 'preload',
          href: `/${file}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
