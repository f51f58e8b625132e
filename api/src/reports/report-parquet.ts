import type { Cell, Column, Row, RunningReport } from '@directory/projections';
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** Rows of one row group, which bounds the memory. */
const rowGroupSize = 20_000;

/** Writes the report to a file, which is made or replaced. What the report covers is in the metadata of the file. */
export async function writeParquet(file: string, report: RunningReport): Promise<void> {
  const { about, columns, rows } = report;
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: schemaOf(columns),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value: String(value ?? '') })),
    createdBy: 'kampong-bharu-directory',
  });
  let pending: Row[] = [];
  const flush = async () => {
    await writer.write({
      columnData: columns.map((column, index) => columnData(pending, column, index)),
    });
    pending = [];
  };
  for await (const page of rows) {
    pending.push(...page);
    if (pending.length >= rowGroupSize) await flush();
  }
  if (pending.length > 0) await flush();
  await writer.finish();
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...storedTypes[type],
    })),
  ];
}

const storedTypes: Readonly<Record<Column['type'], Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  day: { type: 'INT32', converted_type: 'DATE' },
};

function columnData(rows: readonly Row[], { name, type }: Column, index: number) {
  return { name, data: rows.map((row) => storedValue(row[index] ?? null, type)) };
}

function storedValue(cell: Cell, type: Column['type']) {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(Number(cell));
  if (type === 'time' || type === 'day') return new Date(String(cell));
  return cell;
}
