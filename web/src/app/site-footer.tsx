import { Link } from 'react-router-dom';
import { SongketBorder } from '../shared/drawing/songket-border.tsx';
import { openStreetMapCopyright } from '../shared/place/licence.ts';
import { useTexts } from '../shared/texts/texts.ts';
import styles from './site-footer.module.css';

export function SiteFooter() {
  const { site, footer } = useTexts();
  return (
    <footer className={styles.footer}>
      <SongketBorder flipped />
      <div className={styles.content}>
        <div>
          <p className={styles.name}>{site.name}</p>
          <p>{site.tagline}</p>
        </div>
        <p className={styles.own}>
          {footer.own} <Link to="/user/register">{footer.register}</Link>
        </p>
        <p className={styles.credits}>
          {footer.mapData} <a href={openStreetMapCopyright}>{site.openStreetMap}</a>,{' '}
          {footer.licence}. {footer.houses}
        </p>
      </div>
    </footer>
  );
}
