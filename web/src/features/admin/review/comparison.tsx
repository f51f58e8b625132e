import type {
  HistoryResponse,
  OwnBusinessResponse,
  PastBusinessResponse,
} from '@directory/api/contracts';
import { useState } from 'react';
import { type Coordinates, distance, type Pinned } from '@directory/domain/search';
import { useDateText } from '../../../shared/listing/site-time.ts';
import { MapFrame } from '../../../shared/map/map-frame.tsx';
import { PlaceImage } from '../../../shared/place/place-parts.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common } from '../../../texts/admin-texts.ts';
import { review } from '../../../texts/admin-review-texts.ts';
import admin from '../admin.module.css';
import { ChangesTable, FieldValues, textFields, type FieldChange } from '../listings/fields.tsx';
import styles from './review.module.css';
import { count, number } from '../../../texts/count.ts';

type Pictured = Pick<OwnBusinessResponse, 'id' | 'businessName' | 'businessInfo' | 'imagePath'>;
type Located = Pinned & { readonly businessName: string };

type ChangesProps<Listing> = {
  readonly listing: Listing;
  /** The changes since the version it is compared with; null when there is none. */
  readonly changes: readonly FieldChange[] | null;
};

type ComparisonProps = {
  readonly listing: OwnBusinessResponse;
  /** The changes since the last decision; null for a new listing. */
  readonly reviewed: HistoryResponse['sinceDecision'];
};

/** The changed fields, with the others on demand; every field of a new listing and where none changed, as after an undone approval. */
export function Comparison({ listing, reviewed }: ComparisonProps) {
  const [showAll, setShowAll] = useState(reviewed?.changes.length === 0);
  const dateText = useDateText();
  if (reviewed === null)
    return (
      <section className={ui.group}>
        <p>New listing, nothing to compare with.</p>
        <FieldValues listing={listing} />
      </section>
    );
  const { base, time, changes } = reviewed;
  const changed = textFields.flatMap((name) => changes.filter(({ field }) => field === name));
  const unchanged = textFields.filter((name) => !changed.some(({ field }) => field === name));
  return (
    <section className={ui.group}>
      {base !== 'approved' && <p>{review.comparedWith[base](dateText(time))}</p>}
      <p className={ui.strong}>{review.changedCount(changes.length, base)}</p>
      {changed.length > 0 && (
        <ChangesTable
          changes={changed}
          headings={{ before: review.versions[base], after: 'Submitted version' }}
          highlighted
        />
      )}
      <label className={`${ui.check} ${ui.strong}`}>
        <input
          type="checkbox"
          checked={showAll}
          onChange={({ currentTarget: { checked } }) => setShowAll(checked)}
        />
        Show unchanged fields
      </label>
      {showAll && <FieldValues listing={listing} names={unchanged} />}
    </section>
  );
}

/** The photo, beside the earlier one when it changed. */
export function Photos({ listing, changes }: ChangesProps<Pictured>) {
  const change = changes?.find(({ field }) => field === 'imagePath');
  const before = typeof change?.before === 'string' ? change.before : null;
  if (listing.imagePath === null && before === null) return <p>{review.noPhoto}</p>;
  return (
    <div className={styles.photos}>
      {before !== null && (
        <Photo listing={{ ...listing, imagePath: before }} caption="Earlier photo" />
      )}
      <Photo listing={listing} caption={listing.imagePath === null ? review.noPhoto : 'Photo'} />
    </div>
  );
}

function Photo({ listing, caption }: { readonly listing: Pictured; readonly caption: string }) {
  return (
    <figure className={styles.photo}>
      <PlaceImage place={listing} sizes="20rem" />
      <figcaption className={ui.small}>{caption}</figcaption>
    </figure>
  );
}

/** The location, with the earlier one when the pin was moved. */
export function PinSection({ listing, changes }: ChangesProps<Located>) {
  const point = pointOf(listing.latitude, listing.longitude);
  if (point === null) return <p>No pin on the map.</p>;
  const { latitude, longitude } = point;
  const move = moveOf(listing, changes);
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  return (
    <section className={ui.group}>
      <h3 className={ui.subtitle}>Location on the map</h3>
      {move && (
        <p>
          <mark className={admin.mark}>The pin moved by {number.format(move.metres)} m.</mark> The
          dashed pin marks the earlier location.
        </p>
      )}
      <MapFrame
        latitude={latitude}
        longitude={longitude}
        name={listing.businessName}
        former={move?.from}
      />
      <p>
        {latitude}, {longitude}{' '}
        <a href={href} target="_blank" rel="noopener">
          View on OpenStreetMap <span className={ui.hidden}>{` ${common.newTab}`}</span>
        </a>
      </p>
    </section>
  );
}

function pointOf(latitude: unknown, longitude: unknown): Coordinates | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude }
    : null;
}

/** From where and how far, in whole metres, the pin was moved since the approval; null when it was not, or when there was none. */
export function moveOf(listing: Pinned, changes: readonly FieldChange[] | null) {
  const before = (name: 'latitude' | 'longitude') => {
    const change = changes?.find(({ field }) => field === name);
    return change ? change.before : listing[name];
  };
  const here = pointOf(listing.latitude, listing.longitude);
  const from = pointOf(before('latitude'), before('longitude'));
  if (here === null || from === null) return null;
  const metres = Math.round(distance(from, here));
  return metres > 0 ? { from, metres } : null;
}

type VersionChangesProps = {
  readonly before: PastBusinessResponse;
  readonly after: PastBusinessResponse;
  readonly headings: { readonly before: string; readonly after: string };
};

/** What differs between two versions: fields as text, the photos beside each other, and how far the pin was moved. */
export function VersionChanges({ before, after, headings }: VersionChangesProps) {
  const changes = fieldChanges(before, after);
  const texts = changes.filter(({ field }) => field !== 'imagePath');
  return (
    <>
      <p>
        {changes.length === 0
          ? 'No fields differ.'
          : `${count(changes.length, 'field differs', 'fields differ')}.`}
      </p>
      {texts.length > 0 && <ChangesTable changes={texts} headings={headings} highlighted />}
      {texts.length < changes.length && <Photos listing={after} changes={changes} />}
      {moveOf(after, changes) && <PinSection listing={after} changes={changes} />}
    </>
  );
}

/** The fields, the photo among them, in which two versions of a listing differ, in the order of the table. */
export function fieldChanges(
  before: PastBusinessResponse,
  after: PastBusinessResponse,
): readonly FieldChange[] {
  return [...textFields, 'imagePath' as const]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
