import { requestOk, RequestFailed } from '../../../shared/api/request-json.ts';
import { useSessionStore } from '../../../shared/session/use-session.ts';

/** Asks the API for a file as whoever is logged in, and has the browser keep it under the name it comes with. */
export function useDownload(): (path: string) => Promise<void> {
  const sessions = useSessionStore();
  return async (path) => {
    const token = sessions.read()?.token ?? null;
    try {
      const response = await requestOk(path, { token });
      keep(await response.blob(), fileNameOf(response));
    } catch (error) {
      if (token && error instanceof RequestFailed && error.status === 401) sessions.expire(token);
      throw error;
    }
  };
}

/** Empty where there is none: the browser then finds one itself. */
function fileNameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

function keep(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Not at once: browsers begin to read it after the click.
  window.setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
