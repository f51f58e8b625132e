import type { ViewReportResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx';
import ui from '../../../shared/ui/ui.module.css';
import styles from './operations-page.module.css';
import type { ViewAction, ViewCommands } from './use-view-commands.ts';

type ViewsTableProps = {
  readonly views: readonly ViewReportResponse[];
  readonly commands: ViewCommands;
};

/** One row a view. */
export function ViewsTable({ views, commands }: ViewsTableProps) {
  const { operations: texts } = useAdminTexts();
  return (
    <ScrollRegion className={styles.scroll} label={texts.region}>
      <table className={styles.table}>
        <caption className={ui.hidden}>{texts.caption}</caption>
        <thead>
          <tr>
            {Object.entries(texts.columns).map(([column, label]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {views.map((view) => (
            <ViewRow key={view.name} view={view} commands={commands} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type ViewRowProps = { readonly view: ViewReportResponse; readonly commands: ViewCommands };

function ViewRow({ view, commands }: ViewRowProps) {
  const { operations: texts } = useAdminTexts();
  const { name, version, state, position, handled, eventsPerSecond, error } = view;
  return (
    <tr>
      <th scope="row">
        {name} <span className={styles.soft}>{texts.version(version)}</span>
      </th>
      <td>
        <span className={`${styles.state} ${styles[state]}`}>
          <span aria-hidden="true">{texts.marks[state]}</span> {texts.states[state]}
        </span>
      </td>
      <td className={styles.number}>
        {texts.position(position)} <span className={styles.soft}>{texts.handled(handled)}</span>
      </td>
      <td>
        <Lag lag={view.lag} />
      </td>
      <td className={styles.number}>
        {eventsPerSecond === null ? texts.unknown : texts.rate(eventsPerSecond)}
      </td>
      <td className={styles.error}>{error ?? texts.none}</td>
      <td>
        <Actions view={view} commands={commands} />
      </td>
    </tr>
  );
}

function Lag({ lag }: Pick<ViewReportResponse, 'lag'>) {
  const { operations: texts } = useAdminTexts();
  if (!lag) return texts.unknown;
  if (lag.events === 0) return texts.upToDate;
  return (
    <>
      {texts.lag(lag.events, lag.isMore)}{' '}
      <span className={styles.soft}>{texts.since(lag.seconds)}</span>
    </>
  );
}

function Actions({ view: { name, rebuild, state }, commands }: ViewRowProps) {
  const { operations: texts } = useAdminTexts();
  const isBuilding = state === 'rebuilding' || rebuild?.state === 'rebuilding';
  const possible: readonly ViewAction[] = [
    state === 'paused' ? 'resume' : 'pause',
    ...(isBuilding ? [] : (['rebuild'] as const)),
  ];
  return (
    <div className={styles.actions}>
      {possible.map((action) => (
        <button
          key={action}
          type="button"
          className={ui.quiet}
          aria-label={texts.of(texts[action], name)}
          onClick={() => {
            commands.ask({ action, name });
          }}
        >
          {texts[action]}
        </button>
      ))}
    </div>
  );
}
