import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { dataTexts as texts } from '../../texts/data-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './text-page.module.css';

/** Where the places come from, on what terms, and how to get them. */
export function DataPage() {
  usePageTitle(texts.title);
  return (
    <article className={`${ui.page} ${ui.stack} ${styles.page}`}>
      <PageHeading className={styles.title}>{texts.title}</PageHeading>
      <p>{texts.intro}</p>
      <h2>Sources and licences</h2>
      <dl>
        {texts.list.map(({ name, about, href }) => (
          <div key={name}>
            <dt>
              <a href={href}>{name}</a>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <h2 id="downloads">Downloads</h2>
      <p>
        Every real place with its facts. Places from open data name their source and licence; those
        that owners listed have none. If you publish the places of OpenStreetMap, name its
        contributors and keep the licence.
      </p>
      <ul>
        {texts.files.map(({ href, name, about }) => (
          <li key={href}>
            <a href={href}>{name}</a> {about}
          </li>
        ))}
      </ul>
      <h2>Demonstration listings</h2>
      <p>
        Listings with the badge “Demonstration” are made up to show this site. They are in no
        download, and search engines do not list them.
      </p>
    </article>
  );
}
