import type { Plugin } from 'vite';

const styleImport = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/** Puts the names of styles where they are used, instead of an object with all names of a file, used or not, into the scripts. */
export function shakableStyles(): Plugin[] {
  return [
    {
      name: 'shakable-styles',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /web\/src\/.*\.tsx?$/ },
        handler: (code) => ({
          code: code.replaceAll(styleImport, (line, name: string, file: string) =>
            // A name that is made at run time is looked up in the object.
            code.includes(`${name}[`) ? line : `import * as ${name} from ${file};`,
          ),
          map: null,
        }),
      },
    },
    {
      name: 'keep-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
