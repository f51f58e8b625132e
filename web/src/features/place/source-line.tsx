import { needsOpenStreetMapCredit, openStreetMapCopyright } from '../../shared/place/links.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { dataSource, type DataSource } from './data-source.ts';
import styles from './place-details.module.css';

export type SourceLineProps = { readonly source: string | null; readonly licence: string | null };

/** Where open data came from and on what terms. Nothing for what owners wrote themselves. */
export function SourceLine({ source, licence }: SourceLineProps) {
  if (source === null && licence === null) return null;
  const credit = needsOpenStreetMapCredit(licence);
  return (
    <p className={styles.source}>
      {source && (
        <>
          {texts.place.source} <Source {...dataSource(source)} />
          {'. '}
        </>
      )}
      {licence && `${texts.place.sourceLicence} `}
      {credit ? <a href={openStreetMapCopyright}>{licence}</a> : licence}
      {credit &&
        !licence?.includes(siteTexts.site.openStreetMap) &&
        `, ${siteTexts.site.openStreetMap}`}
    </p>
  );
}

function Source({ name, href }: DataSource) {
  if (href === null) return name;
  return (
    <a href={href} rel="noopener nofollow">
      {name}
    </a>
  );
}
