import { useEffect, useRef, useState } from 'react';
import { photo as texts } from '../../texts/listing-form-texts.ts';
import { FieldFrame, fieldId } from '../forms/form-fields.tsx';
import { logFailure } from '../api/request-json.ts';
import ui from '../ui/ui.module.css';
import styles from './listing-form.module.css';
import { isHeic, type Photo, type PhotoProblem, preparePhoto, problemOf } from './photo.ts';
import { QuietButton } from '../ui/controls.tsx';

type PhotoFieldProps = {
  readonly photo: Photo | null;
  readonly error: string | undefined;
  readonly taking: TakePhoto;
  readonly removeLabel?: string;
};

/** Chooses a photo by button or drag and drop, with a preview. */
export function PhotoField({ photo, error, taking, removeLabel }: PhotoFieldProps) {
  const { take, remove, isWorking, problem } = taking;
  const url = usePhotoUrl(photo);
  const [first] = useState(photo);
  const [smallUrl, setSmallUrl] = useState<string | null>(null);
  const isReady = photo !== null && photo !== first && !problem;
  const id = fieldId('imagePath');
  const wrong = problem ? texts[problem] : error;
  return (
    <FieldFrame
      name="imagePath"
      label="Photo"
      hint="JPEG, PNG or WebP. We shrink it on your device and remove its location data before uploading."
      error={wrong}
      errorRole={problem ? 'alert' : undefined}
    >
      {/* Drag and drop for mouse users; the file button inside is the accessible way. */}
      <div
        className={`${ui.row} ${styles.drop}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        {url && (
          <img
            className={styles.preview}
            src={url}
            alt={texts.preview}
            onLoad={({ currentTarget }) =>
              setSmallUrl(currentTarget.naturalWidth < sharpWidth ? url : null)
            }
          />
        )}
        <div className={`${ui.group} ${ui.anywhere}`}>
          {photo ? (
            <p>
              {photo.name}, {Math.ceil(photo.blob.size / 1024)} KB
            </p>
          ) : (
            <p className={styles.withoutTouch}>Drop a photo here, or</p>
          )}
          <div className={ui.row}>
            <FileButton
              label={photo ? 'Replace' : 'Choose a photo'}
              isWrong={Boolean(wrong)}
              onChoose={take}
            />
            {photo && (
              <QuietButton
                onClick={() => {
                  remove();
                  // The button is about to disappear, and the focus with it.
                  document.getElementById(id)?.focus();
                }}
              >
                {removeLabel ?? 'Remove'}
              </QuietButton>
            )}
          </div>
          <p role="status">
            {isWorking
              ? 'Preparing photo…'
              : isReady && (url && url === smallUrl ? texts.small : 'Photo ready')}
          </p>
        </div>
      </div>
    </FieldFrame>
  );
}

/** The pixels that a card on a phone shows; those of fewer are blurred. */
const sharpWidth = 320;

type FileButtonProps = {
  readonly label: string;
  readonly isWrong: boolean;
  readonly onChoose: TakePhoto['take'];
};

function FileButton({ label, isWrong, onChoose }: FileButtonProps) {
  const id = fieldId('imagePath');
  return (
    <span className={styles.fileButton}>
      <input
        id={id}
        name="imagePath"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        // Contains the words of the button, for people who use the page by voice.
        aria-label={`Photo: ${label}`}
        aria-describedby={isWrong ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <span className={ui.quiet} aria-hidden="true">
        {label}
      </span>
    </span>
  );
}

/** An object URL for a local photo, revoked when it is no longer shown. */
export function usePhotoUrl(photo: Photo | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const blob = photo?.blob;
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- object URLs are created and revoked outside of React
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [blob]);
  return url;
}

export type TakePhoto = ReturnType<typeof useTakePhoto>;

/** Prepares the chosen file. Only the last choice counts, and none after unmount. */
export function useTakePhoto(onChoose: (photo: Photo | null) => void) {
  const [problem, setProblem] = useState<PhotoProblem | null>(null);
  const [isWorking, setWorking] = useState(false);
  const chosen = useRef<File | null>(null);
  useEffect(
    () => () => {
      chosen.current = null;
    },
    [],
  );

  const prepare = async (file: File) => {
    chosen.current = file;
    setProblem(null);
    setWorking(true);
    const prepared = await tryToPrepare(file);
    if (chosen.current !== file) return;
    if (typeof prepared === 'string') setProblem(prepared);
    else onChoose(prepared);
    setWorking(false);
  };

  return {
    isWorking,
    problem,
    take: (file: File | undefined) => {
      if (file) void prepare(file);
    },
    remove: () => {
      chosen.current = null;
      setProblem(null);
      setWorking(false);
      onChoose(null);
    },
  };
}

async function tryToPrepare(file: File): Promise<Photo | PhotoProblem> {
  try {
    return problemOf(file) ?? (await preparePhoto(file));
  } catch (failure) {
    logFailure('The photo could not be prepared', failure);
    return (await isHeic(file)) ? 'heic' : 'damaged';
  }
}
