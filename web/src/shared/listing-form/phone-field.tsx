import { leadingNumber, maskPhone } from '@directory/domain/catalogue';
import {
  type ChangeEvent,
  type ComponentProps,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TextField } from '../forms/form-fields.tsx';

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  readonly value: string;
  /** Called with the entered text; the parent applies the mask. */
  readonly onChange: (entered: string) => void;
};

/** A phone number with an automatic hyphen that does not move the caret. */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null);
  useLayoutEffect(() => {
    // The caret jumps to the end when the mask rewrites the value.
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  // The mask removes a separator, after which another number is typed. It counts until the field is left, as nobody sees it.
  const followsSeparator = useRef(false);

  /** Whether no number was found in what was pasted. */
  const [isRefused, setRefused] = useState(false);

  const takeEarlyText = useEffectEvent(() => {
    const early = input.current?.value ?? '';
    if (early !== value) onChange(early);
  });
  // Takes what was typed before hydration.
  useEffect(() => takeEarlyText(), []);

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [before, after] = enteredAround(event, value);
    setCaret({ at: maskPhone(before).length });
    const entered = before + after;
    const added = entered.startsWith(value) ? entered.slice(value.length) : '';
    const isSeparated =
      added !== '' && (followsSeparator.current || separator.test(added.charAt(0)));
    const isOfAnother = isSeparated && completeNumber.test(value);
    followsSeparator.current = isOfAnother;
    const number = isOfAnother ? value : firstNumber(entered);
    // A single character was typed.
    setRefused(number === '' && entered.trim().length > 1);
    onChange(number);
  };

  return (
    <TextField
      {...field}
      {...(isRefused && !field.error && { error: noNumber, errorRole: 'alert' })}
      ref={input}
      type="tel"
      value={value}
      onChange={handleChange}
      onKeyDown={({ key }) => {
        // There is nothing to delete, so that nothing changes.
        if (key === 'Backspace' || key === 'Delete') setRefused(false);
      }}
      onBlur={() => {
        followsSeparator.current = false;
      }}
    />
  );
}

const noNumber = 'No phone number of up to 12 digits was found in what you pasted.';

/** Malaysian numbers have at least nine digits with their area code. */
const completeNumber = /^(?:\D*\d){9}/;

const separator = /[/;,&?]/;

/** What says before a number that it is one of WhatsApp's. */
const waMe = /(?:https?:\/\/)?wa\.me\/(?=(?:\+|%2B)?\d)/gi;

const link = /(?:https?:\/\/|www\.)\S+|[\w.-]+\.[a-z]{2,}\/\S*/gi;

/** The number in a link such as wasap.my/60123456789, not the code in wa.me/message/AB12 or facebook.com/profile.php?id=615500123456. */
const linked = /(?:phone=|[/=](?=(?:\+|%2B)?6?0))(?:\+|%2B)?(\d[\d-]{7,13}\d)(?!\d)/i;

/** Digits as people group them. */
const grouped = /\d(?:[\s().\p{Pd}\p{Cf}]*\d)*/uy;

const maxDigits = 12;
/** How much of a text is looked at. */
const maxLength = 1_000;

/** The first number of a pasted text; all of a text with a number that is not complete, and nothing where it is not certain. */
function firstNumber(text: string): string {
  if (/^[\d-]{0,14}$/.test(text)) return text;
  const numberIn = (each: string) => linked.exec(each)?.[1] ?? '';
  const plain = text.slice(0, maxLength).replace(waMe, '').replace(link, numberIn);
  const runs = [...plain.matchAll(/(?<=(\+?))(?<!\d)\d/g)].map(({ index, 1: plus }) => {
    grouped.lastIndex = index;
    const digits = grouped.exec(plain)?.[0].replace(/\D/g, '') ?? '';
    return { digits, number: leadingNumber(digits) ?? (plus ? digits : undefined) };
  });
  const digits =
    runs.find(({ number }) => number)?.number ??
    runs.find((run) => completeNumber.test(run.digits))?.digits ??
    plain.replace(/\D/g, '');
  return digits.length > maxDigits ? '' : digits;
}

/** The text before and after the caret. The mask restores a deleted hyphen, so the digit beside it is deleted instead. */
function enteredAround(event: ChangeEvent<HTMLInputElement>, shown: string): [string, string] {
  const { value, selectionStart } = event.currentTarget;
  const caret = selectionStart ?? value.length;
  const before = value.slice(0, caret);
  const after = value.slice(caret);
  const isHyphenGone = caret === shown.indexOf('-') && value === shown.replace('-', '');
  if (!isHyphenGone) return [before, after];
  const { nativeEvent } = event;
  const isForward =
    nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward';
  return isForward ? [before, after.slice(1)] : [before.slice(0, -1), after];
}
