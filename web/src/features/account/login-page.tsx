import { useState } from 'react';
import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { useSession, useSessionStore } from '../../shared/session/use-session.ts';
import { accountTexts as texts } from '../../texts/account-texts.ts';
import { AccountFrame } from './account-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { SignedIn } from './signed-in.tsx';

/** Where owners log in. Whoever is logged in already reads as whom. */
export function LoginPage() {
  const session = useSession();
  const sessions = useSessionStore();
  // Whoever logs in here is led on, and reads nothing of it in between.
  const [isLeaving, setLeaving] = useState(false);
  usePageTitle(texts.login.title);
  if (session && !isLeaving) return <SignedIn session={session} />;
  return (
    <AccountFrame title={texts.login.title} subtitle={texts.login.subtitle} back={texts.login.back}>
      <LoginForm
        onLoggedIn={(started) => {
          setLeaving(true);
          sessions.start(started);
        }}
      />
    </AccountFrame>
  );
}
