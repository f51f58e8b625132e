/** A login address that leads on to `next`. */
export function withNext(login: string, next: string): string {
  return `${login}?${new URLSearchParams({ next }).toString()}`;
}

/** Where the address of a login page leads on to: a path of this site, or null for anything else that somebody wrote there. */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return null;
  const here = 'https://here.invalid';
  if (!URL.canParse(next, here)) return null;
  const url = new URL(next, here);
  return url.origin === here ? url.pathname + url.search + url.hash : null;
}
