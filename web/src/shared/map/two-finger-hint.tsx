import { Browser } from 'leaflet';
import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place-map.module.css';

/** On touch devices one finger scrolls the page, and two move the map. */
export const oneFingerMoves = !Browser.mobile;

const shownFor = 1_500;

/** Says so while one finger tries to move the map. */
export function TwoFingerHint() {
  const map = useMap();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (oneFingerMoves) return;
    const container = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleMove = ({ touches, target }: TouchEvent) => {
      const isPin = target instanceof Element && target.closest('.leaflet-marker-icon') !== null;
      if (isPin) return;
      setShown(touches.length === 1);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), shownFor);
    };
    container.addEventListener('touchmove', handleMove, { passive: true });
    return () => {
      clearTimeout(timer);
      container.removeEventListener('touchmove', handleMove);
    };
  }, [map]);
  return isShown && <p className={styles.hint}>{texts.place.twoFingers}</p>;
}
