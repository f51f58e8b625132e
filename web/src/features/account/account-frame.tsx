import type { ReactNode } from 'react';
import { Drawing, drawing, SongketBorder } from '../../shared/drawing/drawings.tsx';
import { useNextPath } from '../../shared/forms/login-form.tsx';
import { PageHeading, takeFocus } from '../../shared/navigation/page-heading.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { LogOutButton } from '../../shared/session/log-out-button.tsx';
import type { Session, SessionStore, SessionUser } from '../../shared/session/session.ts';
import { useSite } from '../../shared/resource/use-resource.ts';
import { ButtonLink } from '../../shared/ui/controls.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { signedInAs } from '../../texts/account-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import styles from './account.module.css';

type AccountFrameProps = {
  readonly title: string;
  readonly subtitle?: string;
  /** Where Back leads: home, if not given. */
  readonly back?: string;
  readonly children: ReactNode;
};

/** A form beside a picture of the village, or above it on a narrow screen. It comes first, so that it does not move while the page arrives. */
export function AccountFrame({ title, subtitle, back = '/', children }: AccountFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div className={`${ui.stack} ${styles.body}`}>
          <Link className={ui.back} to={back}>
            <Icon name="previous" />
            Back
          </Link>
          <div className={`${ui.stack} ${styles.titles}`}>
            <PageHeading className={ui.largeTitle}>{title}</PageHeading>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          {children}
        </div>
        <div className={`${ui.band} ${styles.picture}`}>
          <p className={styles.tagline}>{siteTexts.site.tagline}</p>
          <SongketBorder />
          <Drawing className={styles.scene} href={drawing('village')} />
        </div>
      </div>
    </div>
  );
}

/** Says what was done, and takes the focus of the form or button that it replaces. */
export function DoneNotice({ children }: { readonly children: ReactNode }) {
  return (
    <p ref={takeFocus} tabIndex={-1} className={ui.notice}>
      {children}
    </p>
  );
}

/** Says that a mail was sent or, on a site without a mail server, whom to ask for its link. */
export function SentNotice({ isSent, text }: { readonly isSent: boolean; readonly text: string }) {
  const site = useSite();
  return (
    <p role="status" className={ui.notice}>
      {isSent &&
        (site?.sendsMail === false
          ? 'This site cannot send email yet. Ask its operator for the link.'
          : text)}
    </p>
  );
}

/** What the login and the registration page show to those who are logged in. */
export function SignedIn({ session }: { readonly session: Session }) {
  const next = useNextPath();
  const isOwner = session.role === 'user';
  const dashboard = isOwner ? (next ?? '/user/dashboard') : '/adminDashboard';
  return (
    <AccountFrame
      title={signedInAs(session.user.full_name)}
      subtitle={isOwner ? session.user.email : 'That page is for business owners.'}
    >
      <div className={ui.row}>
        <ButtonLink to={dashboard}>Go to my dashboard</ButtonLink>
        <LogOutButton className={ui.quiet}>Log out</LogOutButton>
      </div>
    </AccountFrame>
  );
}

/** Stores the present name or address in an owner's session, as they may have changed since the log-in, also in another browser. */
export function keepInSession(
  sessions: SessionStore,
  changed: Partial<Pick<SessionUser, 'full_name' | 'email'>>,
): void {
  const session = sessions.read();
  if (session?.role !== 'user') return;
  const user = { ...session.user, ...changed };
  if (JSON.stringify(user) !== JSON.stringify(session.user)) sessions.start({ ...session, user });
}
