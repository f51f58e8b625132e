import { maskPhone } from '@directory/domain/catalogue';
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
    onChange(isOfAnother ? value : firstNumber(entered));
  };

  return (
    <TextField
      {...field}
      ref={input}
      type="tel"
      value={value}
      onChange={handleChange}
      onBlur={() => {
        followsSeparator.current = false;
      }}
    />
  );
}

/** Malaysian numbers have at least nine digits with their area code. */
const completeNumber = /^(?:\D*\d){9}/;

const separator = /[/;,&?]/;

/** The first of several numbers, or that of a link such as https://wa.me/60123456789?text=Hi; all of the text where it is not complete. */
function firstNumber(text: string): string {
  const first = text.split(separator).find((part) => /\d/.test(part)) ?? '';
  return completeNumber.test(first) ? first : text;
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
