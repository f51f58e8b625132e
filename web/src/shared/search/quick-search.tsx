import { useId, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formText } from '../forms/form-text.ts';
import { resultsState } from '../navigation/link-state.ts';
import { useTexts } from '../texts/texts.ts';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './quick-search.module.css';

/** Looks for a name among the places of the home page. A plain form, which works before any script has run. */
export function QuickSearch({ initial = '' }: { readonly initial?: string }) {
  const { search } = useTexts();
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
        {search.label}
      </label>
      <input
        key={initial}
        id={id}
        className={styles.input}
        type="search"
        name="q"
        defaultValue={initial}
        placeholder={search.placeholder}
        autoComplete="off"
        maxLength={100}
      />
      <button className={styles.button} type="submit">
        <Icon name="search" />
        <span className={ui.hidden}>{search.submit}</span>
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
