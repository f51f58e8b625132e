import type { BusinessWithoutStats } from '@directory/api/contracts';
import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import { readStored, watchStorage, writeStored } from '../local-storage.ts';
import styles from './place-parts.module.css';

export type SaveButtonProps = {
  readonly place: Pick<BusinessWithoutStats, 'id' | 'businessName'>;
  /** A heart alone, for the corner of a card. */
  readonly iconOnly?: boolean;
};

/** Saves a place on this device, or forgets it. Hidden where scripts do not run. */
export function SaveButton({ place: { id, businessName }, iconOnly = false }: SaveButtonProps) {
  const isSaved = useSavedPlaces()?.includes(id) ?? false;
  return (
    <button
      type="button"
      className={`${ui.scripted} ${iconOnly ? styles.heart : `${ui.quiet} ${styles.labelled}`}`}
      aria-pressed={isSaved}
      onClick={() => {
        if (isSaved) forgetPlaces([id]);
        else savePlaces([id]);
      }}
    >
      <Icon name="heart" />
      <span className={iconOnly ? ui.hidden : undefined}>
        Save <span className={ui.hidden}>{` ${businessName}`}</span>
      </span>
    </button>
  );
}

const storageKey = 'saved-places';
const maxPlaces = 500;

let parsed: { readonly text: string; readonly ids: readonly string[] } = { text: '', ids: [] };

/** The ids of the places saved on this device, the newest first; null while a page is hydrated. */
export function useSavedPlaces(): readonly string[] | null {
  return useSyncExternalStore(watchStorage, readSavedPlaces, () => null);
}

export function savePlaces(ids: readonly string[]): void {
  write([...ids, ...readSavedPlaces()]);
}

export function forgetPlaces(ids: readonly string[]): void {
  write(readSavedPlaces().filter((id) => !ids.includes(id)));
}

/** The ids in a list such as the one of a shared link, each once. */
export function parseIds(text: string): readonly string[] {
  const ids = text.split(',').filter((id) => /^[\w-]{1,40}$/.test(id));
  return [...new Set(ids)].slice(0, maxPlaces);
}

function readSavedPlaces(): readonly string[] {
  const text = readStored(storageKey) ?? '';
  if (text !== parsed.text) parsed = { text, ids: parseIds(text) };
  return parsed.ids;
}

/** Changes nothing where the browser stores nothing for this site. */
function write(ids: readonly string[]): void {
  writeStored(storageKey, parseIds(ids.join(',')).join(','));
  // Browsers send this event to the other tabs only.
  window.dispatchEvent(new Event('storage'));
}
