import { Link } from 'react-router-dom';
import { SongketBorder } from '../shared/drawing/songket-border.tsx';
import { openStreetMapCopyright } from '../shared/place/links.ts';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './site-footer.module.css';

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <SongketBorder flipped />
      <div className={styles.content}>
        <div>
          <p className={styles.name}>{siteTexts.site.name}</p>
          <p>{siteTexts.site.tagline}</p>
        </div>
        <p className={styles.own}>
          {siteTexts.footer.own} <Link to="/user/register">{siteTexts.footer.register}</Link>
        </p>
        <p className={styles.credits}>
          {siteTexts.footer.mapData}{' '}
          <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a>,{' '}
          {siteTexts.footer.licence}. {siteTexts.footer.houses}
        </p>
      </div>
    </footer>
  );
}
