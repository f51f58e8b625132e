import type { HomePageContent } from '@directory/api/contracts';
import { type ResultsPage, titleOf } from '../features/browse/results-page.ts';
import { browseTexts as texts } from '../texts/browse-texts.ts';
import { siteTexts } from '../texts/site-texts.ts';
import { PageHead } from './page-head.tsx';
import { shareImage } from './share-image.ts';

export type HomeHeadProps = Pick<HomePageContent, 'origin' | 'query'> & {
  readonly results: ResultsPage;
};

/** The same for / and /main, which are one page. */
export function HomeHead({ origin, query, results }: HomeHeadProps) {
  return (
    <PageHead
      title={titleOf(results)}
      description={texts.home.description}
      url={`${origin}/${query}`}
      image={origin + shareImage}
      imageText={siteTexts.site.tagline}
    />
  );
}
