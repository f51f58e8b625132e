import type { BusinessWithoutStats } from '@directory/api/contracts';
import { siteTexts } from '../../texts/site-texts.ts';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './save-button.module.css';
import { forgetPlaces, savePlaces, useSavedPlaces } from './saved-places.ts';

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
        {siteTexts.saved.save} <span className={ui.hidden}>{businessName}</span>
      </span>
    </button>
  );
}
