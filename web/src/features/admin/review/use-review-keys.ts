import { useEffect, useRef } from 'react';
import { useSetting } from '../listings/use-setting.ts';

/** Keys that repeat while they are held. A held decision key would also decide on the next listing. */
const repeatable: readonly string[] = ['j', 'k'];

/** Actions by key. */
type KeyActions = Readonly<Record<string, () => void>>;

export type ReviewKeys = { readonly isOn: boolean; readonly setOn: (isOn: boolean) => void };

/** Single-key shortcuts; disabled while typing or in a dialog, and by a setting of this browser. */
export function useReviewKeys(actions: KeyActions): ReviewKeys {
  const [setting, set] = useSetting('admin-single-keys');
  const isOn = setting !== 'off';
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!isOn) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isDisabledAt(event.target)) return;
      const action = latest.current[event.key];
      if (!action || (event.repeat && !repeatable.includes(event.key))) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
  return {
    isOn,
    setOn: (next: boolean) => set(next ? 'on' : 'off'),
  };
}

function isDisabledAt(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
