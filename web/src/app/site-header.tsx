import { Link, useLocation } from 'react-router-dom';
import { SongketBorder } from '../shared/drawing/songket-border.tsx';
import { QuickSearch } from '../shared/search/quick-search.tsx';
import { siteTexts } from '../texts/site-texts.ts';
import { AccountLinks } from './account-links.tsx';
import styles from './site-header.module.css';

export function SiteHeader() {
  const { pathname } = useLocation();
  const onPlace = pathname.startsWith('/places/');
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.brand} to="/">
          <Mark />
          <span className={styles.name}>
            {siteTexts.site.shortName} <span className={styles.kind}>{siteTexts.site.kind}</span>
          </span>
        </Link>
        {onPlace && (
          <div className={styles.search}>
            <QuickSearch />
          </div>
        )}
        <nav className={styles.links} aria-label={siteTexts.header.navigation}>
          <Link className={styles.link} to="/" aria-current={pathname === '/' ? 'page' : undefined}>
            {siteTexts.header.home}
          </Link>
          <AccountLinks />
        </nav>
      </div>
      <SongketBorder />
    </header>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d="M16 9h16c2 8 5 12 12 16H4c7-4 10-8 12-16zM10 27h28v9H10zM12 36h3v6h-3zM22.5 36h3v6h-3zM33 36h3v6h-3z" />
      <path className={styles.markDoor} d="M21 29h6v7h-6zM13.5 29h4v4h-4zM30.5 29h4v4h-4z" />
    </svg>
  );
}
