import { relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';
import { dateText } from './waiting-age.tsx';

/** When something happened, and how long ago that is. */
export function Dated({ time }: { readonly time: string }) {
  const now = useNow();
  return (
    <time dateTime={time}>
      {dateText(time)} ({relativeTime(time, now)})
    </time>
  );
}
