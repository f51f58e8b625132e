import type { BusinessWithoutStats } from '@directory/api/contracts';
import type { Position } from '@directory/domain/search';
import { useEffect, useEffectEvent, useRef } from 'react';
import { categoryClass } from '../../../shared/drawing/drawings.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { browseTexts } from '../../../texts/browse-texts.ts';
import { PlaceLink } from '../place-card.tsx';
import styles from './results-map.module.css';

const texts = browseTexts.map;

type ChosenPlacesProps = {
  readonly places: readonly BusinessWithoutStats[];
  readonly start: Position | null;
  readonly onClose: () => void;
};

/** What is at the chosen pin, at the foot of the map. Takes the focus; Escape closes it. */
export function ChosenPlaces({ places, start, onClose }: ChosenPlacesProps) {
  const list = useRef<HTMLUListElement>(null);
  const first = places[0]?.id;
  useEffect(() => {
    list.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [first]);
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <div role="group" className={styles.chosen} aria-label={texts.chosen}>
      <ul ref={list} className={styles.cards}>
        {places.map((place) => (
          <li key={place.id} className={categoryClass(place.businessInfo)}>
            <PlaceLink place={place} start={start} />
          </li>
        ))}
      </ul>
      <button type="button" className={styles.close} aria-label={texts.close} onClick={onClose}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
