export const loginTitle = 'Welcome';

export const signedInAs = (name: string) => `You are signed in as ${name}`;

export const register = {
  title: 'Create an Account',
  fullName: 'Full name',
  phone: 'Phone',
};

export const formTexts = {
  problem: 'Please correct the following',
  optional: '(optional)',
  passwordMissing: 'Enter your password.',
  newPasswordHint: 'At least 8 characters, without your name or email address.',
  newPasswordMissing: 'Enter a new password.',
};
