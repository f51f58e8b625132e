import { maskPhone } from '@directory/domain/catalogue';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { TextField } from '../forms/form-fields.tsx';

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  readonly value: string;
  /** What was entered, to be held to the mask by who keeps it. */
  readonly onChange: (entered: string) => void;
};

/** A number whose hyphen comes by itself, and whose caret stays behind the digits that it stood behind. */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null);
  useLayoutEffect(() => {
    // A text that is written anew by the mask has its caret at the end.
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [before, after] = enteredAround(event, value);
    setCaret({ at: maskPhone(before).length });
    onChange(before + after);
  };

  return <TextField {...field} ref={input} type="tel" value={value} onChange={handleChange} />;
}

/** What stands before the caret and what behind it. The hyphen would come back: with it goes the digit beside it. */
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
