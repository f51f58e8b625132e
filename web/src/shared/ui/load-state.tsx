import { siteTexts } from '../../texts/site-texts.ts';
import type { Resource } from '../resource/use-resource.ts';
import ui from './ui.module.css';

const { load } = siteTexts;

type LoadStateProps = {
  readonly resource: Pick<Resource<unknown>, 'data' | 'error' | 'retry'>;
  /** What is shown when the request failed. */
  readonly failed: string;
  readonly loading?: string;
};

/** Loading, or failed with a Retry button. Renders nothing once there are data, which stay visible when a later request fails. */
export function LoadState({ resource, failed, loading = load.loading }: LoadStateProps) {
  const { data, error, retry } = resource;
  const hasFailed = error !== undefined;
  if (data !== undefined && !hasFailed) return null;
  return (
    <div className={hasFailed ? `${ui.note} ${ui.row} ${ui.spread}` : `${ui.late} ${ui.waiting}`}>
      <p role="status">{hasFailed ? failed : loading}</p>
      {hasFailed && (
        <button type="button" className={ui.quiet} onClick={retry}>
          {load.retry}
        </button>
      )}
    </div>
  );
}
