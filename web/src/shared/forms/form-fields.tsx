import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useState,
} from 'react';
import ui from '../ui/ui.module.css';
import { useIsHydrated } from '../ui/loading.tsx';
import styles from './forms.module.css';

/** Ids come from names, so no two fields of a page can have the same one. */
export const fieldId = (name: string) => `field-${name}`;

/** Error messages by field name, in page order. */
export type FieldErrors = Readonly<Record<string, string>>;

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Has the error announced when it appears. */
  readonly errorRole?: 'alert' | undefined;
  /** Text after the label of an optional field. */
  readonly optional?: string | undefined;
};

/** Links a control with its label, hint and error for screen readers. */
function controlProps({ name, hint, error }: FieldProps) {
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    name,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    // Without a value, Chromium calls a required choice wrong as long as nothing is chosen.
    'aria-invalid': Boolean(error),
  } as const;
}

/** A control below its label, hint and error. */
export function FieldFrame({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  const { name, label, hint, error, errorRole, optional } = field;
  const id = fieldId(name);
  return (
    <div className={error ? styles.fieldWrong : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={`${ui.small} ${styles.hint}`}>
          {hint}
        </p>
      )}
      <FieldError id={id} role={errorRole}>
        {error}
      </FieldError>
      {children}
    </div>
  );
}

type FieldErrorProps = {
  readonly id: string;
  readonly role?: 'alert' | undefined;
  readonly children: string | undefined;
};

export function FieldError({ id, role, children }: FieldErrorProps) {
  if (!children) return null;
  return (
    <p id={`${id}-error`} role={role} className={styles.error}>
      {children}
    </p>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'name'>;

export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, errorRole, optional, ...input } = props;
  const field = { name, label, hint, error, errorRole, optional };
  return (
    <FieldFrame {...field}>
      <input className={styles.input} {...input} {...controlProps(field)} />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name'>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, label, hint, error, errorRole, optional, ...area } = props;
  const field = { name, label, hint, error, errorRole, optional };
  return (
    <FieldFrame {...field}>
      <textarea className={styles.input} {...area} {...controlProps(field)} />
    </FieldFrame>
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** The text of the empty option, if there is one. */
  readonly nothing?: string;
  readonly options: readonly {
    readonly value: string | number;
    readonly label: string;
    /** If not English. */
    readonly lang?: string;
  }[];
  /** The class of the frame, around the select and its arrow. */
  readonly frame?: string | undefined;
};

export function Select({ nothing, options, className = '', frame = '', ...select }: SelectProps) {
  return (
    <span className={`${ui.selectFrame} ${frame}`}>
      <select className={`${styles.select} ${className}`} {...select}>
        {nothing !== undefined && <option value="">{nothing}</option>}
        {options.map(({ value, label, lang }) => (
          <option key={value} value={value} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

type SelectFieldProps = FieldProps & Omit<SelectProps, 'id' | 'className' | 'name' | 'frame'>;

export function SelectField({ name, label, hint, error, optional, ...select }: SelectFieldProps) {
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <Select {...select} {...controlProps(field)} />
    </FieldFrame>
  );
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'required'>;

/** A required password, by default the account's current one, with a Show button and a Caps Lock notice. */
export function PasswordField({ name, label, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const field = { name, label, hint, error };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FieldFrame {...field}>
      <span className={styles.password}>
        <input
          className={styles.input}
          autoComplete="current-password"
          required
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
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
      <p role="status" className={ui.small}>
        {capsLock && 'Caps Lock is on.'}
      </p>
    </FieldFrame>
  );
}

/** A value that changes at each key, once it has stayed the same for so long. */
export function useSettled<Value>(value: Value, settledMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value, settledMs]);
  return settled;
}

type CodeFieldProps = Omit<TextFieldProps, 'name' | 'optional'>;

/** A code from an app, or one for recovery. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

type BusyButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  readonly busy: boolean;
};

/**
 * A button that keeps its width and focus while busy, and ignores clicks. Disabled until hydration, so that browsers submit the form
 * neither by a click nor by Enter before a script handles it.
 */
export function BusyButton({ busy, children, onClick, type = 'submit', ...rest }: BusyButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <button
      {...rest}
      type={type}
      disabled={!isHydrated}
      className={`${ui.button} ${styles.submit} ${busy ? styles.busy : ''}`}
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

/**
 * A form of what the address chooses: applied on submit, because a date is incomplete while typing. Starts again from `chosen` when that
 * changes, as after Back; the fields themselves stay, and with them the focus.
 */
export function useChoiceForm<Name extends string>(
  chosen: Readonly<Record<Name, string>>,
  apply: (entered: Readonly<Record<Name, string>>) => void,
  errors: FieldErrors = {},
) {
  const [entered, setEntered] = useState(chosen);
  const start = JSON.stringify(chosen);
  const [last, setLast] = useState(start);
  if (last !== start) {
    setLast(start);
    setEntered(chosen);
  }
  const enter = (name: Name, value: string) =>
    setEntered((before) => ({ ...before, [name]: value }));
  /** The props that bind a field to its value. */
  const field = (name: Name) => ({
    name,
    error: errors[name],
    value: entered[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      enter(name, event.currentTarget.value),
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(entered);
  };
  return { entered, enter, field, handleSubmit };
}
