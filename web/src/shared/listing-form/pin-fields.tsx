import { Suspense, useCallback, useState } from 'react';
import { listingFormTexts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import { AlertDialog } from '../ui/modal.tsx';
import { FieldError, fieldId, TextField } from '../forms/form-fields.tsx';
import { MapCredit } from '../map/map-frame.tsx';
import { useSite } from '../site/use-site.ts';
import ui from '../ui/ui.module.css';
import { type AddressLookup, useAddressLookup } from './address-lookup.ts';
import { pointOf } from './geocoding.ts';
import type { PartProps } from './listing-fields.tsx';
import styles from './listing-form.module.css';
import { lazyComponent } from '../ui/lazy-component.ts';

const { pin: texts } = listingFormTexts;
const { fields } = ownerTexts;

const PinMap = lazyComponent(async () => (await import('./pin-map.tsx')).PinMap);

/** The address and the pin, each of which can lead to the other. */
export function PinFields({ answers, errors, onChange }: PartProps) {
  const isOff = useSite()?.looksUpAddresses === false;
  const [isAlerted, setAlerted] = useState(false);
  const lookup = useAddressLookup({
    isOff,
    answers,
    onChange,
    onReverseFailed: () => {
      setAlerted(true);
    },
  });
  return (
    <>
      <div className={styles.address}>
        <TextField
          name="address"
          label={fields.address}
          hint={isOff ? texts.addressHint : `${texts.addressHint} ${texts.addressSearched}`}
          error={errors['address']}
          autoComplete="street-address"
          required
          lang="ms"
          value={answers.address}
          onChange={(event) => {
            lookup.type(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            lookup.searchNow();
          }}
        />
        {!isOff && (
          <button type="button" className={ui.quiet} onClick={lookup.searchNow}>
            {texts.find}
          </button>
        )}
      </div>
      {!isOff && <LookupNotice lookup={lookup} />}
      <PinOnMap answers={answers} error={errors['latitude']} lookup={lookup} />
      {isAlerted && (
        <AlertDialog
          title={texts.alertTitle}
          close={texts.close}
          onClose={() => {
            setAlerted(false);
          }}
        >
          <p>{texts.reverseFailed}</p>
        </AlertDialog>
      )}
    </>
  );
}

type LookupProps = { readonly lookup: AddressLookup };

function LookupNotice({ lookup }: LookupProps) {
  return (
    <div className={styles.lookup}>
      <p role="status">{texts.status[lookup.status]}</p>
      {lookup.offer && (
        <button type="button" className={styles.link} onClick={lookup.acceptOffer}>
          {texts.moveThere}
        </button>
      )}
      {lookup.replaced && (
        <button type="button" className={styles.link} onClick={lookup.restoreAddress}>
          {texts.keepMine}
        </button>
      )}
    </div>
  );
}

type PinOnMapProps = Pick<PartProps, 'answers'> &
  LookupProps & { readonly error: string | undefined };

function PinOnMap({ answers, error, lookup }: PinOnMapProps) {
  const map = useSite()?.map;
  const [areTilesAway, setTilesAway] = useState(false);
  const [isAskedFor, setAskedFor] = useState(false);
  const forgetAsking = useCallback(() => {
    setAskedFor(false);
  }, []);
  const pin = pointOf(answers);
  const id = fieldId('latitude');
  return (
    <div className={error ? styles.pinWrong : styles.pin}>
      <p className={styles.how}>{texts.how}</p>
      <FieldError id={id}>{error}</FieldError>
      <div className={styles.map} role="group" aria-label={texts.map}>
        {map && (
          <Suspense fallback={<p className={styles.waiting}>{texts.mapLoading}</p>}>
            <PinMap
              centre={map}
              pin={pin}
              label={texts.marker}
              tileUrl={map.tileUrl}
              onPin={lookup.setPin}
              takesFocus={isAskedFor}
              onFocused={forgetAsking}
              onTiles={(shown) => {
                setTilesAway(!shown);
              }}
            />
          </Suspense>
        )}
      </div>
      {areTilesAway || map?.tileUrl === null ? (
        <p className={styles.credit}>{texts.mapAway}</p>
      ) : (
        <MapCredit attribution={map?.attribution ?? texts.attribution} />
      )}
      <div className={styles.degrees}>
        <Degrees name="latitude" {...{ answers, error, lookup }} />
        <Degrees name="longitude" {...{ answers, error: undefined, lookup }} />
        <div className={styles.pinButtons}>
          {map && !pin && (
            <button
              type="button"
              className={ui.quiet}
              onClick={() => {
                lookup.setPin(map);
                setAskedFor(true);
              }}
            >
              {texts.place}
            </button>
          )}
          <UseMyLocation lookup={lookup} />
        </div>
      </div>
    </div>
  );
}

type DegreesProps = PinOnMapProps & { readonly name: 'latitude' | 'longitude' };

function Degrees({ name, answers, error, lookup }: DegreesProps) {
  const id = fieldId(name);
  return (
    <div className={styles.degree}>
      <label htmlFor={id}>{texts[name]}</label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={answers[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => {
          lookup.typeDegrees({ [name]: event.currentTarget.value });
        }}
      />
    </div>
  );
}

/** Where the device says that it is; asked only on a press, and only where the browser can. */
function UseMyLocation({ lookup }: { readonly lookup: AddressLookup }) {
  if (!window.isSecureContext || !('geolocation' in navigator)) return null;
  const isBusy = lookup.here === 'awaited';
  return (
    <>
      <button
        type="button"
        className={ui.quiet}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) lookup.pinHere();
        }}
      >
        {texts.here}
      </button>
      <p role="status">{texts.hereStatus[lookup.here]}</p>
    </>
  );
}
