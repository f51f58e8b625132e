export const login = {
  title: 'Welcome',
  subtitle: 'Log in to manage your business',
  email: 'Email',
  emailMissing: 'Enter your email address.',
  password: 'Password',
  submit: 'Login',
  forgot: 'Forgot your password?',
  or: 'OR',
  google: 'Sign in with Google',
  googleUnavailable: 'Sign in with Google is not available yet.',
  noAccount: "Don't have an account?",
  signUp: 'Sign up',
  back: 'Back',
  failed: 'Login failed!',
  expired: 'Session expired',
  created: 'Account created. Log in to continue.',
};

export const signedIn = {
  as: (name: string) => `You are signed in as ${name}`,
  ownerOnly: 'That page is for business owners.',
  dashboard: 'Go to my dashboard',
  logOut: 'Log out',
};

export const register = {
  title: 'Create an Account',
  subtitle: 'One account for all your businesses.',
  fullName: 'Full name',
  icNumber: 'IC number',
  icWhy:
    'Used only to make sure that each person has one account. It is stored encrypted and never displayed, not even to you.',
  phone: 'Phone',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  confirmMissing: 'Enter your password again.',
  privacy: 'How we treat your data',
  submit: 'Register',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
  mismatch: 'Passwords do not match!',
  failed: 'Registration failed!',
};

export const account = {
  title: 'Your account',
  as: (name: string) => `Logged in as ${name}`,
  mustChange: 'This password was generated for you. Choose your own to continue.',
  mustSetUp: 'This directory requires two-step log-in. Set it up to continue.',
  dashboard: 'Go to my dashboard',
  password: {
    title: 'Change your password',
    current: 'Current password',
    next: 'New password',
    submit: 'Change password',
    missing: 'Enter your current password.',
    changed: 'Password changed. You are logged out on all other devices.',
    failed: 'The password could not be changed.',
  },
  sessions: {
    title: 'Log out everywhere',
    text: 'Ends every session of your account, on this device too. Use it if you lost a device or forgot to log out somewhere.',
    submit: 'Log out everywhere',
    failed: 'You could not be logged out. Please try again.',
    done: 'All your sessions have ended. You are logged out everywhere.',
  },
};

export const secondFactor = {
  title: 'Two-step log-in',
  why: 'Log in with your password and a code from an authenticator app on your phone. Somebody who learns your password then still cannot log in.',
  setUp: 'Set up two-step log-in',
  scan: 'Scan this QR code with your authenticator app, then enter the code that it shows.',
  qr: 'QR code for your authenticator app',
  open: 'Open it in an app on this device',
  orType: 'or type this key:',
  code: 'Code from the app',
  password: 'Your password',
  codeMissing: 'Enter the code from the app.',
  switchOn: 'Switch on',
  save: 'Two-step log-in is on. Save these recovery codes: each lets you log in once without the app. They are shown only now.',
  saveNew:
    'The earlier recovery codes no longer work. Save these new ones: each lets you log in once without the app. They are shown only now.',
  saved: 'I have saved them',
  leave: 'The recovery codes are not shown again.',
  isOn: (left: number) =>
    `On. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left. To make new ones or to switch it off, enter a code from the app or a recovery code.`,
  renew: 'Make new recovery codes',
  switchOff: 'Switch off',
  failed: 'Two-step log-in could not be changed.',
  unreachable: "Couldn't load the settings of two-step log-in.",
};

export const profile = {
  title: 'Your details',
  submit: 'Save details',
  saved: 'Details saved.',
  failed: 'Your details could not be saved. Please try again.',
  loadFailed: "Couldn't load your details.",
};

export const download = {
  title: 'Download your data',
  text: 'Everything stored about you and your listings, with their history, as one JSON file. Your password and IC number are not in it: nobody can read them.',
  submit: 'Download my data',
};

export const erase = {
  title: 'Delete your account',
  text: 'Deletes your account and your photographs, and everything personal from your listings and their history. This cannot be undone.',
  listings: 'What happens to your listings?',
  delete: 'Delete them',
  keep: 'Keep name, address and opening hours, without your contact details, texts and photographs',
  password: 'Your password',
  submit: 'Delete my account',
  confirmTitle: 'Delete your account?',
  confirmDelete: 'Your account, your listings and all personal data will be permanently deleted.',
  confirmKeep:
    'Your account and personal data will be permanently deleted. Your listings stay, without contact details, texts and photographs.',
  failed: 'We do not know whether your account was deleted.',
  done: 'Your account has been deleted.',
};

export const formTexts = {
  needsScripts: 'This form needs JavaScript.',
  problem: 'Please correct the following',
  leaveTitle: 'Leave this page?',
  leaveStay: 'Stay',
  leave: 'Leave',
  optional: '(optional)',
  passwordMissing: 'Enter your password.',
  newPasswordHint: 'At least 8 characters, without your name or email address.',
  newPasswordMissing: 'Enter a new password.',
  show: 'Show',
  hide: 'Hide',
  showPassword: (label: string) => `Show ${label.toLowerCase()}`,
  hidePassword: (label: string) => `Hide ${label.toLowerCase()}`,
  code: {
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    missing: 'Enter the code.',
    lost: 'Lost your phone and your recovery codes? Ask the person who runs the server.',
    otherAccount: 'Log in to another account',
  },
  capsLock: 'Caps Lock is on.',
  notSent: 'This site cannot send email yet. Ask its operator for the link.',
};
