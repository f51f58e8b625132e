import { useTextsOf } from './texts.ts';

const english = {
  problem: 'Please check what you entered',
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: (label: string) => `Show ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on.',
};

export function useFormTexts(): typeof english {
  return useTextsOf({ en: english });
}
