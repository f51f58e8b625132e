import type { ComponentProps } from 'react';
import ui from '../ui/ui.module.css';
import styles from './forms.module.css';

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
