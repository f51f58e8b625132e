import { useTexts } from '../shared/texts/texts.ts';

/** An address that leads nowhere has nothing to say to search engines. */
export function NotFoundHead() {
  const { notFound, site } = useTexts();
  return <title>{site.title(notFound.title)}</title>;
}
