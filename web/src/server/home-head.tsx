import type { HomePageContent } from '@directory/api/contracts';
import { titleOf, type ResultsPage } from '../features/browse/results-page.ts';
import { useBrowseTexts } from '../shared/texts/browse-texts.ts';
import { useTexts } from '../shared/texts/texts.ts';
import { PageHead } from './page-head.tsx';
import { shareImage } from './share-image.ts';

export type HomeHeadProps = Pick<HomePageContent, 'origin' | 'query'> & {
  readonly results: ResultsPage;
};

/** The same for / and /main, which are one page. */
export function HomeHead({ origin, query, results }: HomeHeadProps) {
  const { site } = useTexts();
  const { home } = useBrowseTexts();
  return (
    <PageHead
      title={titleOf(results, home)}
      description={home.description}
      url={`${origin}/${query}`}
      image={origin + shareImage}
      imageText={site.tagline}
    />
  );
}
