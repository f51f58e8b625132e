import type { RejectionCode } from '@directory/api/contracts';
import { useId, useState } from 'react';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import dialog from '../../../shared/ui/modal.module.css';
import { Modal } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import type { RejectionReason } from './listing-command.ts';
import { ReasonFields } from './reason-fields.tsx';
import { ReasonPreview } from './reason-preview.tsx';

type RejectDialogProps = {
  readonly title: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onReject: (reason: RejectionReason) => void;
};

/** One reason, which the owner reads: shown as it will be read before it is sent. */
export function RejectDialog({ title, busy, onCancel, onReject }: RejectDialogProps) {
  const { common, decisions: texts } = useAdminTexts();
  const id = useId();
  const [code, setCode] = useState<RejectionCode | null>(null);
  const [text, setText] = useState('');
  const [wasTried, setTried] = useState(false);
  const problem = problemOf(code, text);
  const handleReject = () => {
    setTried(true);
    if (busy || problem !== null) return;
    if (code) onReject({ code, text: text.trim() });
  };
  return (
    <Modal
      title={title}
      onClose={onCancel}
      actions={
        <>
          <button type="button" className={ui.quiet} onClick={onCancel}>
            {common.cancel}
          </button>
          <button
            type="button"
            className={dialog.destructive}
            aria-disabled={busy}
            aria-describedby={wasTried && problem ? `${id}-problem` : undefined}
            onClick={handleReject}
          >
            {texts.reject}
          </button>
        </>
      }
    >
      <p>{texts.rejectLead}</p>
      <ReasonFields
        id={id}
        code={code}
        text={text}
        problem={wasTried ? problem : null}
        onCode={setCode}
        onText={setText}
      />
      <ReasonPreview code={code} text={text} />
    </Modal>
  );
}

/** "Other" says nothing without words. */
function problemOf(code: RejectionCode | null, text: string): 'code' | 'text' | null {
  if (code === null) return 'code';
  return code === 'other' && text.trim() === '' ? 'text' : null;
}
