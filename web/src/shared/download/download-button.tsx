import { type Send, useSend } from '../api/use-send.ts';
import { BusyButton } from '../forms/form-fields.tsx';
import { useRequest } from '../forms/request-form.tsx';
import ui from '../ui/ui.module.css';

type DownloadButtonProps = {
  readonly path: string;
  /** "Download CSV" by default. */
  readonly children?: string;
};

/** A button instead of a link, as the request needs the token. */
export function DownloadButton({ path, children = 'Download CSV' }: DownloadButtonProps) {
  const send = useSend();
  const { failures, isBusy, run } = useRequest("We couldn't create the file. Please try again.");
  return (
    <div className={ui.row}>
      <BusyButton type="button" busy={isBusy} onClick={() => void run(() => download(send, path))}>
        {children}
      </BusyButton>
      <p role="status" className={ui.small}>
        {failures.reason ?? failures.message}
      </p>
    </div>
  );
}

/** Downloads a file with the session's token, under the name from Content-Disposition. */
async function download(send: Send, path: string): Promise<void> {
  const load = () =>
    send(path, {}, async (response) => ({ response, file: await response.blob() }));
  let { response, file } = await load();
  // 202: the report is still being made.
  while (response.status === 202) {
    await secondsPass(Number(response.headers.get('Retry-After')) || 1);
    ({ response, file } = await load());
  }
  save(file, fileNameOf(response));
}

function secondsPass(seconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, seconds * 1000));
}

/** Empty if there is none: the browser then picks one. */
function fileNameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

function save(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Delayed, as browsers read it after the click.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
