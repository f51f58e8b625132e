import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage, NamedError } from '@directory/domain/shared/unknown';
import * as z from 'zod';

const portMessage = 'must be a whole number from 0 to 65535';

/** The settings that every program of the directory knows. An empty one counts as not set. */
export const projectionsSettings = {
  DATA_DIR: z
    .string()
    .default('data')
    .transform((folder) => resolve(folder)),
  SITE_TIME_ZONE: z
    .string()
    .default('Asia/Kuala_Lumpur')
    .refine(isTimeZone, 'must be the IANA name of a time zone, such as Asia/Kuala_Lumpur'),
  EVENTSTORE_URL: z
    .string()
    .regex(
      /^esdb(\+discover)?:\/\/[^/?]/,
      'must be an address that begins with esdb:// or esdb+discover://',
    )
    .optional(),
  MONGODB_URL: z
    .string()
    .refine(isMongoUrl, 'must be an address that begins with mongodb:// or mongodb+srv://')
    .optional(),
  MONGODB_VIEWS_DATABASE: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be a name of letters, digits, _ and -')
    .optional(),
};

const mongoUrl = /^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:\/([^/?#\s]*))?(?:\?[^#\s]*)?$/;

const standardDatabase = 'kampong_bharu';

/** Several servers may be named, so that it need not be an address as the web knows them. */
export function isMongoUrl(text: string): boolean {
  try {
    return mongoUrl.test(text) && databaseOf(text) !== '';
  } catch {
    // The name of its database cannot be decoded.
    return false;
  }
}

export function databaseOf(url: string): string {
  const name = mongoUrl.exec(url)?.[1];
  return name ? decodeURIComponent(name) : standardDatabase;
}

export type ProjectionsConfig = {
  /** An absolute path. */
  readonly dataDir: string;
  readonly timeZone: string;
  /** The address of EventStoreDB; null for a SQLite log in the data folder. May contain a password: never shown. */
  readonly eventstoreUrl: string | null;
  /** The address of MongoDB, for views, accounts and images; null for files in the data folder. May contain a password: never shown. */
  readonly mongodbUrl: string | null;
  /** The database for views in MongoDB; by default that of its address. */
  readonly viewsDatabase?: string | undefined;
};

/** The settings of a program that its threads may get. */
export function withoutOtherSettings(config: ProjectionsConfig): ProjectionsConfig {
  const { dataDir, timeZone, eventstoreUrl, mongodbUrl, viewsDatabase } = config;
  return { dataDir, timeZone, eventstoreUrl, mongodbUrl, viewsDatabase };
}

/** @throws OperatorError */
export function parseProjectionsConfig(env: Environment): ProjectionsConfig {
  return projectionsConfigOf(parseSettings(projectionsSchema, env));
}

const projectionsSchema = z.object(projectionsSettings);

export function projectionsConfigOf(set: z.output<typeof projectionsSchema>): ProjectionsConfig {
  return {
    dataDir: set.DATA_DIR,
    timeZone: set.SITE_TIME_ZONE,
    eventstoreUrl: set.EVENTSTORE_URL ?? null,
    mongodbUrl: set.MONGODB_URL ?? null,
    viewsDatabase: set.MONGODB_VIEWS_DATABASE,
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLevelSetting = z
  .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` })
  .default('info');

/** With or without the brackets that an IPv6 address has in a URL. */
export const hostSetting = z
  .string()
  .transform((host) => host.replace(/^\[(.+)\]$/, '$1'))
  .default('127.0.0.1');

/** The further settings of a projector in a process of its own. */
export const workerSettings = {
  LOG_LEVEL: logLevelSetting,
  HOST: hostSetting,
  PROJECTOR_PORT: z
    .string()
    .regex(/^\d{1,5}$/, portMessage)
    .transform(Number)
    .refine((port) => port <= 65_535, portMessage)
    .optional(),
};

export type WorkerConfig = ReturnType<typeof parseWorkerConfig>;

/** @throws OperatorError */
export function parseWorkerConfig(env: Environment) {
  const set = parseSettings(z.object({ ...projectionsSettings, ...workerSettings }), env);
  return {
    ...projectionsConfigOf(set),
    host: set.HOST,
    /** Port of health and metrics; null for none. */
    port: set.PROJECTOR_PORT ?? null,
    logLevel: set.LOG_LEVEL,
  } as const;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Why a command or the start cannot go on, in a sentence for the operator, who sees it without a stack. */
export class OperatorError extends NamedError {}

/** @throws OperatorError, naming every setting that cannot be used */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: Environment,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const files = readSecretFiles(given);
  const result = schema.safeParse({ ...given, ...files.secrets });
  if (result.success && files.problems.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  const wrong = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new OperatorError(`Wrong settings: ${[...files.problems, ...wrong].join('; ')}.`);
}

/** Settings that may be read from a file, as of a container's secrets: `APP_SECRET_FILE` names the file of `APP_SECRET`. An empty one counts as not set. */
const secretSettings = [
  'APP_SECRET',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'EVENTSTORE_URL',
  'MONGODB_URL',
];

/** The environment without some settings and without the files of them. */
export function withoutSettings(env: Environment, ...names: readonly string[]): Environment {
  const unset = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !unset.has(name)));
}

function readSecretFiles(env: Environment) {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set`);
    try {
      const secret = readFileSync(file, 'utf8').trim();
      if (secret !== '') secrets[name] = secret;
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${errorMessage(error)}`);
    }
  }
  return { secrets, problems };
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
