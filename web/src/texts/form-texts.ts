export const formTexts = {
  problem: 'Please correct the following',
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: (label: string) => `Show ${label.toLowerCase()}`,
  hidePassword: (label: string) => `Hide ${label.toLowerCase()}`,
  code: {
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    missing: 'Enter the code.',
  },
  capsLock: 'Caps Lock is on.',
};
