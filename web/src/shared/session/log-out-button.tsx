import { type ReactNode, Suspense, useState } from 'react';
import { siteTexts } from '../../texts/site-texts.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { savedDrafts, useLogOut, useSession } from './use-session.ts';

const ConfirmDialog = lazyComponent(async () => (await import('../ui/modal.tsx')).ConfirmDialog);

const { logOut: texts } = siteTexts;

type LogOutButtonProps = { readonly className?: string | undefined; readonly children: ReactNode };

/** Logs out. Asks first if that deletes a listing that is not submitted yet. */
export function LogOutButton({ className, children }: LogOutButtonProps) {
  const session = useSession();
  const logOut = useLogOut();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => {
          if (session && savedDrafts(session.user.id).length > 0) setConfirming(true);
          else logOut();
        }}
      >
        {children}
      </button>
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            title={texts.title}
            cancel={texts.cancel}
            confirm={texts.confirm}
            destructive
            onCancel={() => setConfirming(false)}
            onConfirm={logOut}
          >
            <p>{texts.text}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
