import type { BusinessWithoutStats } from '@directory/api/contracts';
import { hoursLabel } from '@directory/domain/catalogue';
import type { ReactNode } from 'react';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place-facts.module.css';

/** Hours, facilities and the part of the village: only what is known. */
export function PlaceFacts({ place }: { readonly place: BusinessWithoutStats }) {
  const { operatingHours, facilities, kampong } = place;
  if (operatingHours === null && kampong === null && facilities.length === 0) return null;
  return (
    <section className={styles.facts}>
      <h2>{texts.place.details}</h2>
      <dl className={styles.list}>
        {operatingHours && <Fact name={texts.place.hours}>{hoursLabel(operatingHours)}</Fact>}
        {kampong && <Fact name={texts.place.kampong}>{kampong}</Fact>}
        {facilities.length > 0 && (
          <Fact name={texts.place.facilities}>{facilities.join(', ')}</Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd lang="ms">{children}</dd>
    </div>
  );
}
