const linkSent = 'We have emailed you a link. Open it to confirm the address.';

export const forgot = {
  title: 'Forgot your password?',
  owner: 'Enter your email address. We will send you a link to choose a new one.',
  admin: 'Enter your username. We will send a link to the email address of your account.',
  email: 'Email',
  username: 'Username',
  emailMissing: 'Enter your email address.',
  usernameMissing: 'Enter your username.',
  submit: 'Send the link',
  sent: 'If there is such an account, we have emailed a link to it. The link works for 30 minutes. Check your spam folder, too.',
  adminHelp:
    'No email address in your account, or nothing arrived? Ask the operator of this site to set a new password.',
  failed: 'The email could not be requested. Please try again.',
};

export const adminLogIn = 'Log in as an administrator';

export const reset = {
  title: 'Choose a new password',
  password: 'New password',
  submit: 'Save the password',
  done: 'Your password was changed. You are logged out everywhere.',
  logIn: 'Log in',
  again: 'Send another link',
  adminAgain: 'Send another link (administrators)',
  failed: 'The password could not be changed. Please try again.',
};

export const verify = {
  title: 'Confirm your email address',
  text: 'Press the button to confirm that the address is yours.',
  submit: 'Confirm my address',
  done: 'Thank you. Your email address is confirmed. As an owner, you log in with it.',
  account: 'Go to my account',
  failed: 'The address could not be confirmed. Please try again.',
};

export const unsubscribe = {
  title: 'Unsubscribe',
  text: "You won't get any more emails about decisions or waiting listings. Emails you ask for, such as a password reset, will still be sent.",
  submit: 'Unsubscribe',
  done: "You won't get any more of these emails.",
  account: 'Change this in my account',
  failed: 'The emails could not be stopped. Please try again.',
};

export const settings = {
  title: 'Email',
  verified: (email: string) => `${email} is confirmed.`,
  unverified: (email: string) =>
    `${email} is not confirmed. Confirm it to get our decisions on your listings by email.`,
  none: 'Your account has no email address. With one you can reset a forgotten password and get a summary every morning.',
  send: 'Send the link again',
  sent: linkSent,
  change: 'Change your email address',
  owner: {
    address: 'New email address',
    submit: 'Change the address',
    sent: 'We have emailed you a link. Open it to confirm the new address, and log in with that from then on. Until then the present one stays.',
  },
  admin: {
    address: 'Email address',
    submit: 'Confirm this address',
    sent: linkSent,
  },
  addressMissing: 'Enter an email address.',
  password: 'Password of your account',
  decisions: 'Email me when a listing is approved or rejected',
  summary: 'Email me a summary every morning if listings are waiting for review',
  language: 'Email language',
  languages: { en: 'English', ms: 'Bahasa Melayu' },
  save: 'Save',
  saved: 'Saved.',
  loadFailed: "Couldn't load your email settings.",
  failed: 'This could not be saved. Please try again.',
};
