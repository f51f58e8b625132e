import { Link } from '../../shared/navigation/router.tsx';
import {
  needsOpenStreetMapCredit,
  openStreetMapCopyright,
} from '../../shared/place/open-street-map.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { dataSource } from './data-source.ts';
import styles from './place.module.css';

type SourceLineProps = { readonly source: string | null; readonly licence: string | null };

/** The source and licence of open data. Renders nothing for an owner's listing. */
export function SourceLine({ source, licence }: SourceLineProps) {
  if (source === null && licence === null) return null;
  const shown = dataSource(source ?? licence ?? '', licence);
  const isCredited = shown.name.includes(siteTexts.site.openStreetMap);
  const needsCredit = needsOpenStreetMapCredit(licence) && !isCredited;
  return (
    <p className={styles.source}>
      {texts.place.source}{' '}
      {isCredited ? <a href={openStreetMapCopyright}>{shown.name}</a> : shown.name}
      {source !== null && shown.licence && ` (${shown.licence})`}
      {needsCredit && (
        <>
          , <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a>
        </>
      )}
      . <Link to="/data">{siteTexts.footer.data}</Link>
    </p>
  );
}
