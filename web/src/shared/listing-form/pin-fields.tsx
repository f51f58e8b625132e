import { distance } from '@directory/domain/search';
import { useRef, useState } from 'react';
import { pin as texts } from '../../texts/listing-form-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { fields } from '../../texts/owner-texts.ts';
import { FieldError, fieldId, TextField } from '../forms/form-fields.tsx';
import { MapCredit, useSiteMap } from '../map/map-frame.tsx';
import { useSite } from '../resource/use-resource.ts';
import { lazyComponent, LazyPart, LoadState } from '../ui/loading.tsx';
import { AlertDialog, CommandButton } from '../ui/modal.tsx';
import forms from '../forms/forms.module.css';
import ui from '../ui/ui.module.css';
import { type AddressLookup, useAddressLookup } from './address-lookup.ts';
import { pairIn, pointOf } from './geocoding.ts';
import type { PartProps } from './form-values.ts';
import styles from './listing-form.module.css';
import { QuietButton, TextButton } from '../ui/controls.tsx';

const PinMap = lazyComponent(async () => (await import('./pin-map.tsx')).PinMap);

/** The address field and the pin on the map. Each can fill in the other. */
export function PinFields({ values, errors, onChange }: PartProps) {
  const isOff = useSite()?.looksUpAddresses === false;
  const [isAlerted, setAlerted] = useState(false);
  const lookup = useAddressLookup({
    isOff,
    values,
    onChange,
    onReverseFailed: () => setAlerted(true),
  });
  return (
    <>
      <div className={`${ui.stack} ${styles.address}`}>
        <TextField
          name="address"
          label={fields.address}
          hint={`Street and number.${isOff ? '' : ' We look it up on the map when you stop typing.'}`}
          error={errors['address']}
          autoComplete="street-address"
          required
          lang="ms"
          value={values.address}
          onChange={(event) => lookup.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            lookup.searchNow();
          }}
        />
        {!isOff && <QuietButton onClick={lookup.searchNow}>Find address</QuietButton>}
      </div>
      {!isOff && (
        <LookupNotice
          status={ofPin.has(lookup.status) ? 'idle' : lookup.status}
          action="Move pin to this address"
          onAction={lookup.offer && lookup.acceptOffer}
        />
      )}
      <PinOnMap values={values} errors={errors} lookup={lookup} isOff={isOff} />
      {isAlerted && (
        <AlertDialog title={texts.alertTitle} onClose={() => setAlerted(false)}>
          <p>Failed to fetch address. Please try again.</p>
        </AlertDialog>
      )}
    </>
  );
}

type LookupProps = { readonly lookup: AddressLookup };

type NoticeProps = {
  readonly status: AddressLookup['status'];
  readonly action: string;
  /** Undefined while there is nothing to do. */
  readonly onAction: (() => void) | undefined;
};

function LookupNotice({ status, action, onAction }: NoticeProps) {
  const line = useRef<HTMLParagraphElement>(null);
  return (
    <div className={`${ui.row} ${ui.small} ${styles.lookup}`}>
      <p ref={line} tabIndex={-1} role="status">
        {texts.status[status]}
      </p>
      {onAction && (
        <TextButton
          onClick={() => {
            onAction();
            // The button disappears.
            line.current?.focus();
          }}
        >
          {action}
        </TextButton>
      )}
    </div>
  );
}

/** Notices about the pin are below the map, so that the map does not move under the finger. */
const ofPin = new Set<string>(['reading', 'filledIn', 'unknown', 'reverseFailed']);

type PinOnMapProps = Pick<PartProps, 'values' | 'errors'> &
  LookupProps & { readonly isOff: boolean };

function PinOnMap({ values, errors, lookup, isOff }: PinOnMapProps) {
  const { site, map, tiles } = useSiteMap();
  const focusRef = useRef(false);
  const pin = pointOf(values);
  const isLink = /:\/\/|[a-z]\//i.test(`${values.latitude} ${values.longitude}`);
  const error = errors['latitude'] ?? errors['longitude'];
  return (
    <div className={`${error ? forms.fieldWrong : forms.field} ${styles.pin}`}>
      <p className={ui.small}>
        Tap the map or drag the pin.{' '}
        <span className={styles.withoutTouch}>
          Keyboard: Tab to the pin and use the arrow keys (10 m; with Shift 100 m).
        </span>
      </p>
      {degrees.map((name) => (
        <FieldError key={name} id={fieldId(name)}>
          {errors[name]}
        </FieldError>
      ))}
      <div
        className={`${styles.map} ${error ? styles.mapWrong : ''}`}
        role="group"
        aria-label="Map of your business location"
      >
        <LoadState resource={site} failed={texts.mapUnavailable} />
        {map && (
          <LazyPart loading={<p className={`${ui.loading} ${styles.waiting}`}>Loading the map…</p>}>
            <PinMap
              centre={map}
              pin={pin}
              tiles={tiles}
              onPin={lookup.setPin}
              focusRef={focusRef}
            />
          </LazyPart>
        )}
      </div>
      {!isOff && (
        <LookupNotice
          status={ofPin.has(lookup.status) ? lookup.status : 'idle'}
          action="Restore what I typed"
          onAction={lookup.replaced ? lookup.restoreAddress : undefined}
        />
      )}
      <p role="status" className={styles.far}>
        {isLink ? texts.link : pin && map && farText(distance(pin, map))}
      </p>
      {tiles.areUnavailable ? (
        <p className={ui.small}>
          {tiles.tileUrl === null
            ? 'This map shows no streets. You can copy the latitude and longitude of your place from another map.'
            : texts.mapUnavailable}
        </p>
      ) : (
        <MapCredit attribution={map?.attribution ?? siteTexts.site.openStreetMap} />
      )}
      <div className={`${ui.row} ${styles.degrees}`}>
        {degrees.map((name) => (
          <Degrees key={name} name={name} values={values} error={errors[name]} lookup={lookup} />
        ))}
        <div className={ui.row}>
          {map && !pin && (
            <QuietButton
              onClick={() => {
                lookup.setPin(map);
                focusRef.current = true;
              }}
            >
              Place a pin
            </QuietButton>
          )}
          <UseMyLocation lookup={lookup} />
        </div>
      </div>
    </div>
  );
}

/** Greater Kuala Lumpur, in metres. */
const nearby = 50_000;

function farText(metres: number): string | null {
  return metres > nearby ? texts.far(metres / 1_000) : null;
}

const degrees = ['latitude', 'longitude'] as const;

type DegreesProps = Omit<PinOnMapProps, 'errors' | 'isOff'> & {
  readonly name: (typeof degrees)[number];
  readonly error: string | undefined;
};

/** That of one number, not the comma between two. */
const decimalComma = /^-?\d+,\d*$/;

function Degrees({ name, values, error, lookup }: DegreesProps) {
  const id = fieldId(name);
  return (
    <div className={styles.degree}>
      <label className={`${ui.small} ${ui.strong}`} htmlFor={id}>
        {texts[name]}
      </label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={values[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget: input }) => {
          if (decimalComma.test(input.value)) {
            // Another value moves the caret to the end.
            const { selectionStart: caret } = input;
            input.value = input.value.replace(',', '.');
            input.setSelectionRange(caret, caret);
          }
          const { value } = input;
          // The second number of a pair that is typed is not complete yet.
          const isOneMore = value.slice(0, -1) === values[name];
          const pair = isOneMore ? null : pairIn(value);
          lookup.typeDegrees(pair ?? { [name]: value });
        }}
      />
    </div>
  );
}

/** Places the pin at the device's position, where the browser supports it. */
function UseMyLocation({ lookup }: { readonly lookup: AddressLookup }) {
  if (!window.isSecureContext || !('geolocation' in navigator)) return null;
  const isBusy = lookup.location === 'locating';
  return (
    <>
      <CommandButton busy={isBusy} aria-busy={isBusy} onClick={lookup.pinMyLocation}>
        Use my location
      </CommandButton>
      <p role="status">{texts.locationStatus[lookup.location]}</p>
    </>
  );
}
