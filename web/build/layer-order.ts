import type { Plugin } from 'vite';

/** Declares the order of the layers in every style sheet: the browser takes that of the sheet that loads first. */
export function layerOrder(...layers: readonly string[]): Plugin {
  const order = `@layer ${layers.join(',')};`;
  return {
    name: 'layer-order',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = order + textOf(file.source);
      },
    },
  };
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
