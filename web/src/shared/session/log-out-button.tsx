import { type ReactNode, useEffect, useState } from 'react';
import { savedDrafts } from '../local-storage.ts';
import { lazyComponent, LazyPart, useIsInUse } from '../ui/loading.tsx';
import { useLogOut, useSession } from './session.ts';

/** With the code that deletes the photos of the drafts. */
const LogOutDialog = lazyComponent(async () => {
  await import('../listing-form/saved-forms.ts');
  return (await import('./log-out-dialog.tsx')).LogOutDialog;
});

type LogOutButtonProps = { readonly className?: string | undefined; readonly children: ReactNode };

export function LogOutButton({ className, children }: LogOutButtonProps) {
  const { ask, question } = useDraftQuestion(useLogOut());
  return (
    <>
      <button type="button" className={className} onClick={ask}>
        {children}
      </button>
      {question}
    </>
  );
}

/** `ask` logs out, after the `question` if that deletes a listing that is not submitted yet. */
export function useDraftQuestion(logOut: () => void) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isInUse = useIsInUse();
  useEffect(() => {
    // After an update or in an outage it cannot be fetched: who has a draft could not log out.
    if (isInUse && session) LogOutDialog.preload().catch(() => undefined);
  }, [isInUse, session]);
  const close = () => setOpen(false);
  return {
    ask: () => {
      if (session && savedDrafts(session.user.id).length > 0) setOpen(true);
      else logOut();
    },
    question: isOpen && (
      <LazyPart>
        <LogOutDialog
          onCancel={close}
          onConfirm={() => {
            close();
            logOut();
          }}
        />
      </LazyPart>
    ),
  };
}
