import { Link } from '../../shared/navigation/router.tsx';
import {
  needsOpenStreetMapCredit,
  openStreetMapCopyright,
} from '../../shared/place/place-parts.tsx';
import { siteTexts } from '../../texts/site-texts.ts';
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
      Source: {isCredited ? <a href={openStreetMapCopyright}>{shown.name}</a> : shown.name}
      {source !== null && shown.licence && ` (${shown.licence})`}
      {needsCredit && (
        <>
          , <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a>
        </>
      )}
      . <Link to="/data">{siteTexts.aboutData}</Link>
    </p>
  );
}

/** Names of lists and of the people who collected them, by how their sources begin; the longest beginnings first. */
const lists: readonly (readonly [start: string, name: string])[] = [
  ['github:darrylma/DAND_Data_Wrangling_OSM@', '© OpenStreetMap contributors'],
  ...tuxuri({
    'myNEWS/': 'myNEWS store list',
    '99Speedmart/': '99 Speedmart store list',
    'webscrape-training-code/familymart/': 'FamilyMart store list',
    'webscrape-training-code/cu/': 'CU store list',
    'webscrape-training-code/mixstore/': 'MIX Store list',
    'masjid-data/': 'JAKIM list of mosques',
  }),
  ['github:tuxuri/data-collection@', 'collected by Tuxuri'],
  [
    'github:nabilersyad/transit-stations-database@',
    'Klang Valley stations, collected by Nabil Ersyad',
  ],
  [
    'github:Haziq-Zaaran/Google-Map-Hospital-Kuala-Lumpur@',
    'Hospitals of Kuala Lumpur, collected by Haziq Zaaran',
  ],
  ['github:whosonfirst-data/', 'SimpleGeo, via Who’s On First'],
];

function tuxuri(files: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(files).map(([folder, name]) => [
    `github:tuxuri/data-collection@3ac7b610:${folder}`,
    `${name}, collected by Tuxuri`,
  ]);
}

/** A known list by its name, any other source as it is written; the licence by its short name, such as ODbL. */
export function dataSource(source: string, licence: string | null) {
  const [, name] = lists.find(([start]) => source.startsWith(start)) ?? [];
  return { name: name ?? source, licence: licence && shortLicence(licence) };
}

function shortLicence(licence: string): string {
  if (/^odbl/i.test(licence)) return 'ODbL';
  if (/^mit\b/i.test(licence)) return 'MIT licence';
  return /^cc0/i.test(licence) ? 'CC0' : licence;
}
