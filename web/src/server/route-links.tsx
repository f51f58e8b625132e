import type { RouteAssets } from './route-assets.ts';

/** Lets the browser fetch a page's own files with the first ones, and paint nothing before its styles are there. */
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
