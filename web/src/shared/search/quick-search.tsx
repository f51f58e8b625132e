import { type SubmitEvent, useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { siteTexts } from '../../texts/site-texts.ts';
import { formText } from '../forms/form-text.ts';
import { resultsState } from '../navigation/link-state.ts';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './quick-search.module.css';

/** Searches the places by name. A plain form, which works without scripts. */
export function QuickSearch({ initial = '' }: { readonly initial?: string }) {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = formText(new FormData(event.currentTarget), 'q').trim();
    void navigate({ pathname: '/', search: searchFor(q, location) }, { state: resultsState });
  };

  return (
    <form className={styles.form} role="search" action="/" onSubmit={handleSubmit}>
      <label className={ui.hidden} htmlFor={id}>
        {siteTexts.search.label}
      </label>
      <input
        key={initial}
        id={id}
        className={styles.input}
        type="search"
        name="q"
        defaultValue={initial}
        placeholder={siteTexts.search.placeholder}
        autoComplete="off"
        maxLength={100}
      />
      <button className={styles.button} type="submit">
        <Icon name="search" />
        <span className={ui.hidden}>{siteTexts.search.submit}</span>
      </button>
    </form>
  );
}

/** On the home page the other filters stay. */
function searchFor(q: string, { pathname, search }: { pathname: string; search: string }): string {
  const isHome = pathname === '/' || pathname === '/main';
  const wanted = new URLSearchParams(isHome ? search : '');
  wanted.delete('page');
  if (q) wanted.set('q', q);
  else wanted.delete('q');
  return wanted.toString();
}
