import type { BusinessResponse } from '@directory/api/contracts';
import {
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { isHomePath, type Location, useLocation, useNavigate } from '../navigation/router.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import { resultsState } from '../navigation/link-state.ts';
import { useMissing } from '../resource/use-resource.ts';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './quick-search.module.css';
import type { prepare, Suggestion } from './search-code.tsx';
import { lazyCode } from '../ui/loading.tsx';
import { count } from '../../texts/count.ts';

/**
 * The search field: a plain form, which works without scripts, and a combobox (WAI-ARIA APG, list autocomplete with manual
 * selection) once its code and the list of places are there.
 */
export function QuickSearch({ initial = '' }: { readonly initial?: string }) {
  const id = useId();
  const listId = `${id}list`;
  const navigate = useNavigate();
  const location = useLocation();
  const [isUsed, setUsed] = useState(false);
  const [typed, setTyped] = useState(initial);
  const { suggestions, Suggestions } = useSuggestions(typed, isUsed);
  const { isOpen, active, setOpen, handleKey } = useCombobox(suggestions.length, (index) =>
    document.getElementById(`${listId}${index}`)?.click(),
  );
  const shown = isOpen ? suggestions : [];
  const input = useEarlyText((text) => {
    setUsed(true);
    setTyped(text);
    setOpen(text !== initial);
  });

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const query = searchFor(textOf(new FormData(form).get('q')).trim(), location);
    setOpen(false);
    // Takes back words that became a filter: for another search the field is made anew.
    if ((query.get('q') ?? '') === initial) {
      form.reset();
      setTyped(initial);
    }
    const search = query.toString();
    const isSame =
      isHomePath(location.pathname) && search === new URLSearchParams(location.search).toString();
    navigate({ pathname: '/', search }, { state: resultsState, replace: isSame });
  };

  return (
    <form className={styles.form} role="search" action="/" onSubmit={handleSubmit}>
      <noscript>
        <HiddenFields query={searchFor('', location)} />
      </noscript>
      <label className={ui.hidden} htmlFor={id}>
        Search places
      </label>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="search"
        name="q"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown[active] && `${listId}${active}`}
        defaultValue={initial}
        placeholder="Search places, food, services…"
        autoComplete="off"
        maxLength={100}
        onFocus={() => setUsed(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
        }}
        onKeyDown={handleKey}
        onBlur={() => setOpen(false)}
      />
      <button className={`${ui.control} ${styles.button}`} type="submit">
        <Icon name="search" />
        <span className={ui.hidden}>Search</span>
      </button>
      {Suggestions && shown.length > 0 && (
        <Suggestions
          id={listId}
          suggestions={shown}
          active={active}
          onChoose={() => {
            setTyped(initial);
            setOpen(false);
            if (input.current) input.current.value = initial;
          }}
        />
      )}
      <span role="status" className={ui.hidden}>
        {shown.length > 0 && count(shown.length, 'suggestion', 'suggestions')}
      </span>
    </form>
  );
}

/** What a form without scripts adds to its own fields. */
export function HiddenFields({ query }: { readonly query: URLSearchParams }) {
  return [...query].map(([name, value]) => (
    <input key={name + value} type="hidden" name={name} value={value} />
  ));
}

/** The ref of a field. Takes what was typed in it before the page was hydrated. */
function useEarlyText(take: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const takeText = useEffectEvent(take);
  useEffect(() => {
    const { current } = input;
    if (current && current === document.activeElement) takeText(current.value);
  }, []);
  return input;
}

const listPath = '/api/businesses/approved';

const none: readonly Suggestion[] = [];

/** None until the code of the search and the list of places are there. Both are fetched where the page has not done so. */
function useSuggestions(typed: string, isUsed: boolean) {
  const { data: code } = useSearchCode(isUsed);
  const { data } = useMissing<readonly BusinessResponse[]>(listPath, isUsed);
  const places = useSearchable(code, isUsed ? data : undefined);
  const suggestions = useMemo(
    () => (code && places ? code.suggestionsFor(places, typed) : none),
    [code, places, typed],
  );
  return { suggestions, Suggestions: code?.Suggestions };
}

/** Words for the filter of that name, with what people write around them. */
const openNow =
  /[^\p{L}\p{N}]*(?:\b(?:what(?:['’]s| is)|is it|yang) )?\b(?:open\s+now|buka\s+sekarang)\b(?: near me)?[^\p{L}\p{N}]*/iu;

/** On the home page the other filters stay. */
function searchFor(q: string, { pathname, search }: Location): URLSearchParams {
  const wanted = new URLSearchParams(isHomePath(pathname) ? search : '');
  wanted.delete('page');
  const words = q.replace(openNow, ' ').trim();
  if (words !== q) wanted.set('open', 'now');
  if (words) wanted.set('q', words);
  else wanted.delete('q');
  return wanted;
}

/** The keys of a field with a list of so many options: arrows, Enter and Escape. */
function useCombobox(options: number, choose: (index: number) => void) {
  const [isOpen, setIsOpen] = useState(false);
  /** The index of the option that Enter chooses; -1 while that is none, as after every change. */
  const [active, setActive] = useState(-1);

  const setOpen = (open: boolean) => {
    setIsOpen(open);
    setActive(-1);
  };
  const move = (step: 1 | -1) => {
    // The field itself is one of the stops.
    const stops = options + 1;
    setIsOpen(true);
    setActive(((active + 1 + step + stops) % stops) - 1);
  };
  const handleKey = (event: KeyboardEvent) => {
    const isShown = isOpen && options > 0;
    // There may be fewer options since the list of places has changed.
    const isChosen = isOpen && active >= 0 && active < options;
    if (event.key === 'ArrowDown' && options > 0) move(1);
    else if (event.key === 'ArrowUp' && options > 0) move(-1);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Enter' && isChosen) choose(active);
    else return;
    event.preventDefault();
  };
  return { isOpen, active, setOpen, handleKey };
}

export const useSearchCode = lazyCode('search', () => import('./search-code.tsx'));

/**
 * The places once they can be searched: the index of a long list is built in slices, between which the page reacts. While that of a newer
 * list is built, the list before it.
 */
export function useSearchable<Places extends readonly BusinessResponse[]>(
  code: { readonly prepare: typeof prepare } | undefined,
  places: Places | undefined,
): Places | undefined {
  const [, setSlices] = useState(0);
  const [last, setLast] = useState<Places>();
  const isReady = code && places && code.prepare(places);
  if (isReady && last !== places) setLast(places);
  useEffect(() => {
    if (isReady !== false) return;
    const timer = window.setTimeout(() => setSlices((before) => before + 1));
    return () => window.clearTimeout(timer);
  });
  return isReady ? places : places && last;
}
