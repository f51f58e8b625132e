import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { rejectionLabels } from '../business/events.ts';

/**
 * Writes the catalogue of events, made from their types, comments and golden files: `print-events.ts FILE`; with `--check` it
 * only compares, and fails where the file is not current.
 */
const [file = '', check] = process.argv.slice(2);
const source = join(import.meta.dirname, '..');
const root = join(source, 'domain-event.ts');

const program = ts.createProgram([root], {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
});
const checker = program.getTypeChecker();

const groups = [
  {
    table: 'BusinessEventData',
    title: 'Events of a listing',
    stream: '`business-<id>`, one for each listing, chained by hashes',
  },
  {
    table: 'TrafficEventData',
    title: 'Events of its visitors',
    stream: '`visits-<businessId>`, one for each listing',
  },
  { table: 'OperationEventData', title: 'Events of operators', stream: '`operations`' },
];

const details = requireAlias('BusinessDetails');
/** The types that fields have, as the tables name them, without those that are described elsewhere. */
const named = new Set<string>();
const described = ['BusinessId', 'BusinessDetails'];
const { code: catalogue } = await format(
  file,
  [
    '# Events',
    '',
    'Generated from the types by `npm run events`; the gate checks that it is current. Each event also has metadata: `commandId`,',
    '`correlationId`, `actor` (`id`; `role`: `visitor`, `user` for an owner, `admin` or `system`), `time` (ISO 8601, UTC), `schema`, in',
    'listings `previous` (the hash of the event before), `fingerprint` (a hash of a request that may be repeated), and `demonstration` where it is made up.',
    '',
    'Personal data in events of listings are encrypted under the key of their owner ([privacy](privacy.md)); readers get them decrypted, or',
    'as null once the owner is erased. As such an event is stored, and in the report `events`, its data have one text',
    '`encrypted` in place of these fields and of the fingerprint: of an edit only the other fields are seen, of a rejection the `code`.',
    ...groups.flatMap(({ table, title, stream }) => [
      '',
      `## ${title}`,
      '',
      `Stream ${stream}.`,
      ...eventsIn(table).flatMap(describeEvent),
    ]),
    '',
    '## `BusinessDetails`',
    '',
    docOf(details),
    '',
    ...tableOf(checker.getDeclaredTypeOfSymbol(details)),
    '',
    '## Types',
    '',
    ...definitions(),
    '',
    `The presets of a rejection: ${quoted(Object.keys(rejectionLabels))}.`,
    '',
  ].join('\n'),
  { proseWrap: 'preserve', printWidth: 140 },
);

if (check !== '--check') writeFileSync(file, catalogue);
else if (readFileSync(file, 'utf8') !== catalogue) {
  process.stderr.write(`${file} is not current: run npm run events.\n`);
  process.exitCode = 1;
}

function describeEvent(event: ts.Symbol): string[] {
  return [
    '',
    `### ${event.name}`,
    '',
    `${docOf(event)} Since ${requireSince(event)}.`,
    '',
    ...tableOf(checker.getTypeOfSymbol(event)),
    '',
    '```json',
    exampleOf(event.name),
    '```',
  ];
}

function tableOf(type: ts.Type): string[] {
  const rows = checker.getPropertiesOfType(type).map((field) => {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const since = tagOf(field, 'since');
    const meaning = [docOf(field), since && `Since ${since}.`].filter(Boolean).join(' ');
    return `| \`${field.name}\` | \`${typeOf(field)}\`${isOptional ? ', may be absent' : ''} | ${meaning} |`;
  });
  return ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows];
}

/** The type of a field as it is declared. */
function typeOf({ valueDeclaration }: ts.Symbol): string {
  if (!valueDeclaration || !ts.isPropertySignature(valueDeclaration)) return '';
  return valueDeclaration.type ? noted(valueDeclaration.type).replaceAll('|', '\\|') : '';
}

/** The text of a type, of which the names are described below the tables. */
function noted(type: ts.TypeNode): string {
  const text = type.getText();
  for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) if (!described.includes(name)) named.add(name);
  return text.replaceAll(/\s+/g, ' ');
}

/** Items of a list for the types that are named, also within these. */
function* definitions() {
  for (const name of named) {
    const symbol = aliasOf(name);
    const declared = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    if (!symbol || !declared) continue;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const values = type.isUnion() ? type.types : [];
    const texts = values.flatMap((value) => (value.isStringLiteral() ? [value.value] : []));
    const definition = texts.length > 0 ? quoted(texts) : `\`${noted(declared.type)}\``;
    yield `- \`${name}\`: ${definition}. ${commentOf(symbol)}`.trim();
  }
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** The data of the golden file of schema 1, which is stored in the clear. */
function exampleOf(type: string): string {
  const golden = readFileSync(join(source, 'golden', `${type}.v1.json`), 'utf8');
  const { data } = JSON.parse(golden) as { data: unknown };
  return JSON.stringify(data, null, 2);
}

function eventsIn(table: string): readonly ts.Symbol[] {
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(requireAlias(table)));
}

function aliasOf(name: string): ts.Symbol | undefined {
  for (const each of program.getSourceFiles()) {
    if (each.isDeclarationFile) continue;
    const module = checker.getSymbolAtLocation(each);
    const found =
      module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (found && (found.flags & ts.SymbolFlags.TypeAlias) !== 0) return found;
  }
  return undefined;
}

function requireAlias(name: string): ts.Symbol {
  const found = aliasOf(name);
  if (!found) throw new Error(`there is no type ${name}`);
  return found;
}

/** @throws if there is none: every event and field says what it means */
function docOf(symbol: ts.Symbol): string {
  const text = commentOf(symbol);
  if (text === '') throw new Error(`${symbol.name} has no comment that says what it means`);
  return text;
}

function commentOf(symbol: ts.Symbol): string {
  const parts = symbol.getDocumentationComment(checker);
  return ts.displayPartsToString(parts).replaceAll(/\s+/g, ' ').trim();
}

function requireSince(event: ts.Symbol): string {
  const since = tagOf(event, 'since');
  if (since === '') throw new Error(`${event.name} has no @since`);
  return since;
}

function tagOf(symbol: ts.Symbol, name: string): string {
  const tag = symbol.getJsDocTags(checker).find((each) => each.name === name);
  return tag ? ts.displayPartsToString(tag.text) : '';
}
