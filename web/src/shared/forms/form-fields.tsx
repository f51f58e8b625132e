import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { formTexts as texts } from '../../texts/form-texts.ts';
import ui from '../ui/ui.module.css';
import styles from './forms.module.css';

/** Fields are found by name: one form a page. */
export const fieldId = (name: string) => `field-${name}`;

/** By what goes wrong, in the order of the page: the name of a field and what to do about it. */
export type FieldErrors = Readonly<Record<string, string>>;

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Beside the label of a field that may stay empty. */
  readonly optional?: string | undefined;
};

/** What a control needs so that its label, hint and error are read with it. */
function controlProps({ name, hint, error }: FieldProps) {
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    name,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** A control between its label and hint above and its error. */
function FieldFrame({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  const { name, label, hint, error, optional } = field;
  const id = fieldId(name);
  return (
    <div className={error ? styles.fieldWrong : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      {children}
    </div>
  );
}

export function FieldHint({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {children}
    </p>
  );
}

export function FieldError({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}) {
  if (!children) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      {children}
    </p>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'name'>;

export function TextField({ name, label, hint, error, optional, ...input }: TextFieldProps) {
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <input className={styles.input} {...input} {...controlProps(field)} />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name'>;

export function TextAreaField({ name, label, hint, error, optional, ...area }: TextAreaFieldProps) {
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <textarea className={styles.input} {...area} {...controlProps(field)} />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'name' | 'children'> & {
    /** What stands there before anything is chosen. */
    readonly nothing: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    /** Malay for names of the village, undefined for English. */
    readonly optionLang?: string;
  };

export function SelectField({ name, label, hint, error, optional, ...rest }: SelectFieldProps) {
  const { nothing, options, optionLang, ...select } = rest;
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <span className={styles.selectFrame}>
        <select className={styles.select} {...select} {...controlProps(field)}>
          <option value="">{nothing}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={optionLang}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </FieldFrame>
  );
}

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

type BusyButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  readonly busy: boolean;
};

/** Keeps its width and its focus while it works, and cannot be pressed a second time meanwhile. */
export function BusyButton({ busy, children, onClick, type = 'submit', ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${ui.button} ${busy ? styles.busy : ''}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span>{children}</span>
    </button>
  );
}
