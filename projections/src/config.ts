import { resolve } from 'node:path';
import * as z from 'zod';

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
};

export type ProjectionsConfig = {
  /** Absolute. */
  readonly dataDir: string;
  readonly timeZone: string;
};

/** @throws InvalidSettings */
export function parseProjectionsConfig(env: Environment): ProjectionsConfig {
  const { DATA_DIR, SITE_TIME_ZONE } = parseSettings(z.object(projectionsSettings), env);
  return { dataDir: DATA_DIR, timeZone: SITE_TIME_ZONE };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that cannot be used; the message names every one of them. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings';
}

/** @throws InvalidSettings */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: Environment,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new InvalidSettings(`Wrong settings: ${problems.join('; ')}.`);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
