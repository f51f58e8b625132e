import {
  hostSetting,
  logLevelSetting,
  parseSettings,
  projectionsConfigOf,
  projectionsSettings,
  withoutSettings,
  type Environment,
} from '@directory/projections/config';
import * as z from 'zod';
import type { MailSender } from './mail/mailer.ts';

/** The site's settings; one that is unset or empty has its default. */
export type Config = ReturnType<typeof readConfig>;

/** @throws OperatorError, naming every invalid setting at once. */
export function readConfig(environment: Environment) {
  const set = parseSettings(settings, environment);
  return {
    port: set.PORT,
    host: set.HOST,
    ...projectionsConfigOf(set),
    /** The address of the site for visitors, without a trailing slash; null if unknown. */
    publicUrl: set.PUBLIC_URL,
    /** The keys are derived from it; null for keys in the data folder. */
    appSecret: set.APP_SECRET ?? null,
    /** Whether an empty directory is not filled with places and demonstration data. */
    startEmpty: set.START_EMPTY,
    /** How many proxies are in front of the site, each of which adds the address of its client. */
    trustedProxies: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    /** Whether every response is compared with its contract, as in development and tests. */
    checkResponses: set.NODE_ENV === 'development' || set.NODE_ENV === 'test',
    /** Whether the views are projected in this process or by `npm run projector`. */
    projector: set.PROJECTOR,
    site: {
      applyOrderBy: set.APPLY_ORDER_BY,
      keepLastApprovedPublic: set.KEEP_LAST_APPROVED_PUBLIC,
      /** Whether an earlier version that an admin restores needs no review. */
      approveRestoredVersions: set.APPROVE_RESTORED_VERSIONS,
      googleClientId: set.GOOGLE_CLIENT_ID ?? null,
      contactEmail: set.CONTACT_EMAIL ?? null,
      /** Contains `{z}`, `{x}` and `{y}`; null for a map without tiles. */
      tileUrl: set.TILE_URL,
      tileAttribution: set.TILE_ATTRIBUTION,
    },
    /** Null where addresses are not looked up. */
    geocoderUrl: set.GEOCODER_URL,
    mail: {
      /** The SMTP server; null to write mails as files into the data folder. It may contain a password, so it is never shown. */
      smtpUrl: set.SMTP_URL ?? null,
      from: set.MAIL_FROM ?? outboxSender,
    },
    /** The first admin; null to generate one. */
    admin: adminOf(set),
    /** Whether admins have to set up a second factor before anything else. */
    requireAdminTotp: set.REQUIRE_ADMIN_TOTP,
    /** How many listings of one owner may wait for review; 0 for no limit. */
    maxWaitingListings: set.MAX_WAITING_LISTINGS,
    /** How long a replaced photograph is kept; 0 for as long as its listing. */
    keepReplacedPhotosDays: set.KEEP_REPLACED_PHOTOS_DAYS,
    /** Requests per minute from one client address; 0 for no limit. */
    rateLimits: {
      login: set.RATE_LIMIT_LOGIN,
      register: set.RATE_LIMIT_REGISTER,
      view: set.RATE_LIMIT_VIEW,
      write: set.RATE_LIMIT_WRITE,
      page: set.RATE_LIMIT_PAGE,
    },
  } as const;
}

/** The settings of a command, which makes no first admin: its ADMIN_PASSWORD needs no ADMIN_USERNAME. */
export function readCommandConfig(environment: Environment): Config {
  return readConfig(withoutSettings(environment, 'ADMIN_USERNAME', 'ADMIN_PASSWORD'));
}

/** The names of the modes in earlier releases. */
const projectorAliases = new Map<unknown, string>([
  ['inside', 'embedded'],
  ['apart', 'external'],
]);

const settings = z
  .object({
    ...projectionsSettings,
    PORT: wholeNumber(65_535).default(3000),
    HOST: hostSetting,
    PUBLIC_URL: publicUrl().default(null),
    APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    START_EMPTY: flag().default(false),
    TRUST_PROXY: z
      .union([flag(), wholeNumber(10)], {
        error: 'must be true, false, or the number of proxies, at most 10',
      })
      .transform(Number)
      .default(0),
    LOG_LEVEL: logLevelSetting,
    NODE_ENV: z.string().optional(),
    PROJECTOR: z
      .preprocess(
        (mode) => projectorAliases.get(mode) ?? mode,
        z.enum(['embedded', 'external'], { error: 'must be embedded or external' }),
      )
      .default('embedded'),
    APPLY_ORDER_BY: flag().default(false),
    KEEP_LAST_APPROVED_PUBLIC: flag().default(false),
    APPROVE_RESTORED_VERSIONS: flag().default(false),
    GOOGLE_CLIENT_ID: z.string().optional(),
    CONTACT_EMAIL: z.email('must be an email address').optional(),
    TILE_URL: tileUrl().default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
    TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
    GEOCODER_URL: webAddress().default('https://nominatim.openstreetmap.org'),
    SMTP_URL: z
      .string()
      .refine(isMailServer, 'must be an address that starts with smtps:// or smtp://')
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(senderOf)
      .refine(
        ({ address }) => z.email().safeParse(address).success,
        'must be an email address, or a name and one: Name <name@example.org>',
      )
      .optional(),
    ADMIN_USERNAME: z.string().optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'must have at least 8 characters')
      .max(128, 'must have at most 128 characters')
      .optional(),
    REQUIRE_ADMIN_TOTP: flag().default(false),
    RATE_LIMIT_LOGIN: limit(20),
    RATE_LIMIT_REGISTER: limit(10),
    RATE_LIMIT_VIEW: limit(120),
    RATE_LIMIT_WRITE: limit(60),
    RATE_LIMIT_PAGE: limit(120),
    MAX_WAITING_LISTINGS: limit(50),
    KEEP_REPLACED_PHOTOS_DAYS: wholeNumber(36_500).default(90),
  })
  .refine(
    ({ ADMIN_USERNAME, ADMIN_PASSWORD }) =>
      (ADMIN_USERNAME === undefined) === (ADMIN_PASSWORD === undefined),
    {
      path: ['ADMIN_USERNAME'],
      message: 'and ADMIN_PASSWORD must be set together',
      when: () => true,
    },
  )
  .refine(
    ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }) =>
      SMTP_URL === undefined || (MAIL_FROM !== undefined && PUBLIC_URL !== null),
    { path: ['SMTP_URL'], message: 'needs MAIL_FROM and PUBLIC_URL', when: () => true },
  );

const outboxSender: MailSender = {
  name: 'Kampong Bharu Directory',
  address: 'directory@localhost',
};

export const settingNames: readonly string[] = Object.keys(settings.shape);

function adminOf({ ADMIN_USERNAME, ADMIN_PASSWORD }: z.output<typeof settings>) {
  if (ADMIN_USERNAME === undefined || ADMIN_PASSWORD === undefined) return null;
  return { username: ADMIN_USERNAME, password: ADMIN_PASSWORD };
}

function wholeNumber(max: number) {
  const message = `must be a whole number from 0 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number <= max, message);
}

function limit(byDefault: number) {
  return wholeNumber(1_000_000).default(byDefault);
}

function flag() {
  return z
    .string()
    .regex(/^(true|false|1|0)$/i, 'must be true or false')
    .transform((text) => /^(true|1)$/i.test(text));
}

function webAddress() {
  const message = 'must be an address that starts with https:// or http://, or none';
  return addressOrNone(isWebAddress, message).transform((url) => url?.replace(/\/+$/, '') ?? null);
}

/** It has no path, as pages and files are served from the root. */
function publicUrl() {
  return webAddress().refine(
    (url) => url === null || new URL(url).href === `${new URL(url).origin}/`,
    'must be an address without a path, such as https://directory.example',
  );
}

function tileUrl() {
  const isTileUrl = (text: string) =>
    isWebAddress(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part));
  return addressOrNone(isTileUrl, 'must be an address that contains {z}, {x} and {y}, or none');
}

/** `none` turns the service off. */
function addressOrNone(isValid: (text: string) => boolean, message: string) {
  return z
    .string()
    .refine((text) => text === 'none' || isValid(text), message)
    .transform((text) => (text === 'none' ? null : text));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function isMailServer(text: string): boolean {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text);
}

/** The name may be in quotes, where `\` escapes special characters. */
function senderOf(text: string): MailSender {
  const [, before = '', address = text] = /^([^<>\r\n]*)<([^<>]+)>$/.exec(text) ?? [];
  const quoted = /^"(.*)"$/.exec(before.trim())?.[1];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? before.trim(), address };
}
