export const formTexts = {
  problem: 'Please check the highlighted fields.',
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: (label: string) => `Show ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on.',
};
