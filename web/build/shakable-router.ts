import type { Plugin } from 'vite';

/**
 * Lets the build leave out what no page uses of react-router: its contexts and components are made by calls without a mark that they
 * have no effect, and given names for developer tools and contexts. That is half of the library in the first page.
 */
export function shakableRouter(): Plugin {
  return {
    name: 'shakable-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, ''),
        map: null,
      }),
    },
  };
}
