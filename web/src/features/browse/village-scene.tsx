import { drawing } from '../../shared/drawing/drawing.ts';
import styles from './village-scene.module.css';

/** The village between the towers, in gold thread on green. Held at its right end; a narrow page sees a part of it. */
export function VillageScene() {
  return (
    <svg className={styles.scene} aria-hidden="true" focusable="false">
      <use href={drawing('village')} width="100%" height="100%" />
    </svg>
  );
}
