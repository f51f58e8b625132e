import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { formTexts as texts } from '../../texts/form-texts.ts';
import { controlProps, FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './forms.module.css';

type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'type'>;

/** A password that can be looked at. Pasting and password managers are welcome. */
export function PasswordField({ name, label, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const field = { name, label, hint, error };
  const watchCapsLock = (event: KeyboardEvent) => {
    setCapsLock(event.getModifierState('CapsLock'));
  };
  return (
    <FieldFrame {...field}>
      <span className={styles.password}>
        <input
          className={styles.input}
          {...input}
          {...controlProps(field)}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
        <button
          type="button"
          className={styles.show}
          aria-pressed={isShown}
          aria-label={texts.showPassword(label)}
          onClick={() => {
            setShown(!isShown);
          }}
        >
          {isShown ? texts.hide : texts.show}
        </button>
      </span>
      <p role="status" className={styles.notice}>
        {capsLock && texts.capsLock}
      </p>
    </FieldFrame>
  );
}
