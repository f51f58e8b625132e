import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { QuickSearch } from '../../shared/search/quick-search.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import styles from './hero.module.css';
import { VillageScene } from './village-scene.tsx';

export function Hero({ searched }: { readonly searched: string }) {
  return (
    <div className={styles.hero}>
      <div className={`${ui.page} ${styles.words}`}>
        <PageHeading className={styles.title}>{siteTexts.site.tagline}</PageHeading>
        <p className={styles.lead}>{texts.home.lead}</p>
        <QuickSearch initial={searched} />
      </div>
      <VillageScene />
    </div>
  );
}
