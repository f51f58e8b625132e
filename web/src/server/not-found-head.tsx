import { siteTexts } from '../texts/site-texts.ts';

/** An address that leads nowhere has nothing to say to search engines. */
export function NotFoundHead() {
  return <title>{siteTexts.site.title(siteTexts.notFound.title)}</title>;
}
