export const formTexts = {
  problem: 'Please correct the following',
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: (label: string) => `Show ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on.',
};
