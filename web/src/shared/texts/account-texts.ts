import { useTextsOf } from './texts.ts';

const english = {
  login: {
    title: 'Welcome',
    subtitle: 'Log in to manage your business',
    email: 'Email',
    password: 'Password',
    submit: 'Login',
    or: 'OR',
    google: 'Sign in with Google',
    googleAway: 'Sign in with Google is not available yet.',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    back: 'Back',
    failed: 'Login failed!',
    expired: 'Session expired',
    created: 'Account created',
  },
  signedIn: {
    as: (name: string) => `You are signed in as ${name}`,
    ownerOnly: 'That page belongs to business owners.',
    dashboard: 'Go to my dashboard',
    logOut: 'Log out',
  },
  register: {
    title: 'Create an Account',
    subtitle: 'One account for all of your businesses.',
    fullName: 'Full name',
    icNumber: 'IC number',
    icWhy:
      'We ask for it so that nobody can list a business in your name. It is stored encrypted and never shown on any page, not to you either.',
    phone: 'Phone',
    email: 'Email',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    confirmPassword: 'Confirm password',
    submit: 'Register',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    back: 'Back',
    mismatch: 'Passwords do not match!',
    failed: 'Registration failed!',
  },
  required: {
    fullName: 'Enter your full name.',
    email: 'Enter your e-mail address.',
    emailForm: 'Enter an e-mail address, like name@example.com.',
    password: 'Enter your password.',
  },
};

export function useAccountTexts(): typeof english {
  return useTextsOf({ en: english });
}
