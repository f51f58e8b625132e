import {
  reportChoices,
  type ReportName,
  type ReportProgressResponse,
  type ReportResponse,
} from '@directory/api/contracts';
import { DownloadButton } from '../../../shared/download/download-button.tsx';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import { dayText, useDateText } from '../../../shared/listing/site-time.ts';
import { BarChart, ChartFrame } from '../../../shared/charts/chart-frame.tsx';
import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { rejectionText } from '../../../texts/history-texts.ts';
import { columnLabel, reportTexts as texts } from '../../../texts/report-texts.ts';
import admin from '../admin.module.css';
import { count, number } from '../../../texts/count.ts';

type ReportResultProps = {
  readonly report: ReportResponse;
  readonly name: ReportName;
  /** The path of the API for the same report as a file. */
  readonly file: string;
};

/** The rows as a table, with a chart where they have one grouping. */
export function ReportResult({ report, name, file }: ReportResultProps) {
  const { rows, about } = report;
  const title = texts.names[name];
  const chart = chartOf(report);
  return (
    <section className={ui.stack} aria-labelledby="report-title">
      <div className={`${ui.row} ${ui.spread}`}>
        <h2 id="report-title">{title}</h2>
        <DownloadButton path={file} />
      </div>
      <p>
        {texts.answers[name]} <Coverage about={about} name={name} />
      </p>
      {rows.length === 0 ? (
        <NothingFound
          level="h3"
          title="Nothing in this period"
          text="Try another period, or include demo data."
        />
      ) : (
        <>
          {chart && <Chart chart={chart} />}
          <Table
            columns={report.columns}
            rows={chart?.rows ?? rows}
            isSorted={chart?.isSorted ?? false}
            title={title}
          />
        </>
      )}
      <details className={admin.about}>
        <summary className={ui.ownLine}>What it covers</summary>
        <p>
          Report version {about.version}, days and hours in {about.timeZone}.
        </p>
        <p>
          {about.firstPosition === null || about.lastPosition === null
            ? 'The log is empty.'
            : `Events from position ${Number(about.firstPosition)} to ${Number(about.lastPosition)} of the log.`}
        </p>
      </details>
    </section>
  );
}

/** The days that the rows cover, also on paper, where the form is missing, and while another choice is in the form. */
function Coverage({ about, name }: Pick<ReportResponse, 'about'> & { readonly name: ReportName }) {
  const dateText = useDateText();
  const [from, to] = [about.from, about.to].map((day) => day && dayText(day));
  const period = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'all days';
  const latest = name === 'retention' ? 'the last change of any listing' : 'now';
  const moment = about.asOf === null ? latest : dateText(about.asOf);
  const covered = reportChoices[name].covers === 'period' ? period : `as of ${moment}`;
  return `Counted: ${covered}, ${about.demonstration ? 'with' : 'without'} demo data.`;
}

const maxBars = 100;
const height = 320;
/** In pixels: room for a vertical label. */
const widthOfBar = 18;
const widthOfAxis = 64;

function Chart({ chart }: { readonly chart: ReportChart }) {
  const { group, column, bars, isSorted } = chart;
  const unit = columnLabel(column.name);
  const units = unit.toLowerCase();
  const shown = bars.slice(0, maxBars);
  const most = bars.reduce((one, other) => (other.value > one.value ? other : one));
  const cut =
    shown.length < bars.length
      ? ` The chart shows the ${isSorted ? 'highest' : 'first'} ${number.format(shown.length)} of ${number.format(bars.length)}.`
      : '';
  return (
    <ChartFrame
      title={`${unit} by ${texts.groupings[group].toLowerCase()}`}
      sentence={`Highest: ${most.name}, ${count(most.value, units.replace(/s$/, ''), units)}.${cut}`}
      minWidth={widthOfAxis + shown.length * widthOfBar}
      height={height}
    >
      <BarChart bars={shown} maxLabelLength={14} unit={unit} height={height} />
    </ChartFrame>
  );
}

const maxRows = 500;

type TableProps = Pick<ReportResponse, 'columns' | 'rows'> & {
  /** Whether the highest row is the first. */
  readonly isSorted: boolean;
  readonly title: string;
};

function Table({ columns, rows, isSorted, title }: TableProps) {
  const dateText = useDateText();
  const shown = rows.slice(0, maxRows);
  // Ids come last, as names say more.
  const isId = ({ name }: Column) => name.endsWith('Id');
  const ordered = [...columns.filter((column) => !isId(column)), ...columns.filter(isId)];
  return (
    <div className={ui.tight}>
      <p className={ui.soft}>
        {shown.length < rows.length
          ? `${isSorted ? 'Highest' : 'First'} ${number.format(shown.length)} of ${count(rows.length, 'row', 'rows')}; the file has all.`
          : count(rows.length, 'row', 'rows')}
      </p>
      <ScrollRegion
        className={`${ui.card} ${admin.reportFrame}`}
        label={`${title}, scrolls sideways`}
      >
        <table className={`${ui.table} ${admin.report}`}>
          <caption className={ui.hidden}>{title}</caption>
          <thead>
            <tr>
              {ordered.map(({ name, type }) => (
                <th key={name} scope="col" className={admin[type]}>
                  {columnLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {ordered.map((column) => (
                  <td key={column.name} className={cellClass(column)}>
                    {cellText(row[columns.indexOf(column)], column, dateText)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

export function ReportProgress({ progress }: { readonly progress: ReportProgressResponse }) {
  const { share, events, remainingSeconds } = progress;
  return (
    <div className={ui.panel}>
      <p>{texts.running}</p>
      <progress className={admin.bar} aria-label={texts.running} max={1} value={share} />
      <p className={ui.small}>
        {Math.floor(share * 100)}% done, {count(events, 'event', 'events')} read
        {remainingSeconds !== null &&
          `, about ${count(Math.ceil(remainingSeconds), 'second', 'seconds')} left`}
      </p>
    </div>
  );
}

type Column = ReportResponse['columns'][number];
type Cell = ReportResponse['rows'][number][number];

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** Months and weeks are texts, which would break at their hyphens. */
function cellClass({ name, type }: Column): string | undefined {
  return admin[name === 'month' || name === 'week' ? 'day' : type];
}

/** The text of a cell. `dateText` formats a time in the zone of the site. */
function cellText(
  value: Cell | undefined,
  { name, type }: Column,
  dateText: (time: string) => string,
): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(value, name);
  if (name === 'reason') return rejectionText({ code: value, text: '' });
  if (name === 'channel') return columnLabel(value);
  return type === 'time' ? dateText(value) : value;
}

function numberText(value: number, name: string): string {
  if (name === 'weekday') return texts.weekdays[value - 1] ?? String(value);
  if (name === 'hour') return `${value}:00`;
  if (name === 'yearStarted') return String(value);
  return name === 'share' ? percent.format(value) : number.format(value);
}

type ReportChart = NonNullable<ReturnType<typeof chartOf>>;

/** Numbers whose bars would say nothing. */
const notAmounts: ReadonlySet<string> = new Set(['rank', 'yearStarted']);

/**
 * The first number of each group, or how many places are public, with the rows in the order of the bars; null with fewer than two
 * groups and with a second grouping, such as the months of an age.
 */
export function chartOf({ about, columns, rows }: ReportResponse) {
  const [group, second] = about.by;
  if (group === undefined || second !== undefined || rows.length < 2) return null;
  const names: Readonly<Record<string, string>> = { business: 'businessName', admin: 'adminName' };
  const find = (name: string) => columns.findIndex((column) => column.name === name);
  if (find('months') >= 0) return null;
  const label = find(names[group] ?? group);
  const first = columns.findIndex(
    ({ type, name }, index) =>
      index !== label && !notAmounts.has(name) && (type === 'integer' || type === 'number'),
  );
  const value = Math.max(first, find('public'));
  const [labelled, column] = [columns[label], columns[value]];
  if (!labelled || !column) return null;
  // Approvals have none.
  const unnamed = group === 'reason' ? 'No reason' : 'Unknown';
  const amountOf = (row: ReportResponse['rows'][number]) => Number(row[value] ?? 0);
  // Most reports have businesses and admins in the order of their ids, which means nothing.
  const isSorted = group in names;
  const ordered = isSorted ? rows.toSorted((one, other) => amountOf(other) - amountOf(one)) : rows;
  const bars = ordered.map((row) => {
    const name = row[label];
    return {
      name: name === null ? unnamed : cellText(name, labelled, String),
      value: amountOf(row),
    };
  });
  return { group, column, bars, rows: ordered, isSorted };
}
