/** Where a login page redirects to: a path of this site, null for anything else. */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return null;
  const here = 'https://here.invalid';
  if (!URL.canParse(next, here)) return null;
  const url = new URL(next, here);
  const path = url.pathname + url.search + url.hash;
  // A path that begins with two slashes, as of "/..//b.example", leads to another host.
  return url.origin === here && !path.startsWith('//') ? path : null;
}
