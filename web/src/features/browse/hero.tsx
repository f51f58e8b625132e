import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import { useBrowseTexts } from '../../shared/texts/browse-texts.ts';
import { useTexts } from '../../shared/texts/texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './hero.module.css';
import { VillageScene } from './village-scene.tsx';

export function Hero({ searched }: { readonly searched: string }) {
  const { site } = useTexts();
  const { home } = useBrowseTexts();
  return (
    <div className={styles.hero}>
      <div className={`${ui.page} ${styles.words}`}>
        <PageHeading className={styles.title}>{site.tagline}</PageHeading>
        <p className={styles.lead}>{home.lead}</p>
        <QuickSearch initial={searched} />
      </div>
      <VillageScene />
    </div>
  );
}
