import {
  facilities,
  maskPhone,
  normalizeOpeningTimes,
  operatingHours,
  parseOperatingHours,
  weekdays,
  type Facility,
  type OpeningTimes,
} from '@directory/domain/catalogue';
import { parseUrl, visible } from '@directory/domain/shared/unknown';
import { z } from './zod.ts';

/** The maximum length of each text, in characters. */
export const maxLength = {
  businessName: 120,
  email: 254,
  link: 2000,
  address: 300,
  synopsis: 4000,
  subCategory: 80,
  reason: 500,
} as const;

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schemas of inputs from which none can be derived, as JSON Schema has no transforms and no rules between fields. Those of
 * fields describe filled-in values, to which the OpenAPI document adds null; numbers may be sent as text, as forms do.
 */
export const documentedInput = z.registry<{ readonly schema: JsonSchema }>();

export function documented<Schema extends z.ZodType>(
  schema: Schema,
  json: JsonSchema | undefined,
): Schema {
  if (json) documentedInput.add(schema, { schema: json });
  return schema;
}

/** What `text` removes or counts as nothing. Not written as \p{C}, which some readers of the OpenAPI document take for control characters only. */
const invisible =
  '\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb' +
  '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u2065\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufff8';

/** A text with something to see in it. */
export function filledText(max: number): JsonSchema {
  return { type: 'string', minLength: 1, maxLength: max, pattern: `[^${invisible}]` };
}

/** A text with nothing to see in it, which counts as empty. */
const blankPattern = `[${invisible}]*`;
const phonePattern = '([^0-9]*[0-9]){7,}[^0-9]*';
const linkPattern =
  'https?://([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}(:[0-9]{1,4})?([/?#][!-~]*)?';

const minPhoneDigits = 7;

/**
 * Control characters, halves of characters (which not every store keeps) and marks that turn the direction of writing have no place in
 * what people read; line breaks and tabs stay.
 */
const unreadable = /[\p{Cs}\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/gu;

function readable(text: string): string {
  return text.replace(unreadable, '').replace(/[\u2028\u2029]/g, '\n');
}

const nothingToSee = /^[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/** Trimmed; empty, or without anything to see, is null. */
export function text(max: number, clean = readable) {
  return z
    .string({ error: 'Enter text.' })
    .overwrite(clean)
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .transform((value) => (nothingToSee.test(value) ? null : value))
    .nullable();
}

/** A text on one line: each run of white space becomes one space. */
export function line(max: number) {
  return text(max, (value) => readable(value).replace(/\s+/g, ' '));
}

/** The same as `line`, documented as a text with something to see in it. */
export function filledLine(max: number) {
  return documented(line(max), filledText(max));
}

/** A choice from a list; nothing chosen is null. */
export function choice<Value extends string>(values: readonly Value[], message: string) {
  const nothing = z.literal('').transform(() => null);
  const field = z.union([z.enum(values), nothing, z.null()], { error: message });
  return documented(field, { type: 'string', enum: values });
}

/** Accepts either spelling of a span, and returns the one that is stored. */
export const hoursField = documented(
  z
    .string({ error: 'Choose the operating hours from the list.' })
    .transform((value, ctx) => {
      if (value.trim() === '') return null;
      return parseOperatingHours(value) ?? refuse(ctx, 'Choose the operating hours from the list.');
    })
    .nullable(),
  { type: 'string', enum: operatingHours },
);

/** A whole number in a path or a query. */
export function wholeNumber(minimum: number, maximum: number, message: string) {
  const field = z
    .string(message)
    .regex(/^(0|[1-9]\d{0,8})$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message);
  return documented(field, { type: 'integer', minimum, maximum });
}

export const pageNumber = wholeNumber(1, 999_999, 'Enter a page from 1.');

export const revisionNumber = wholeNumber(0, 999_999_999, 'Enter a revision such as 3.');

const timePattern = '([01][0-9]|2[0-3]):[0-5][0-9]';
const timeOfDay = z.string().regex(new RegExp(`^${timePattern}$`));

/** The JSON text of a list of up to `max` items, as a pattern; with or without a space after commas and colons, as libraries write it. */
function jsonListPattern(item: string, max: number): string {
  return `\\[${item}(, ?${item}){0,${max - 1}}\\]`;
}

/** The exact times of a usual week, as `domain/catalogue` explains them. */
export const openingTimes = z
  .array(
    z
      .object({
        days: z.array(z.enum(weekdays)).min(1).max(7).readonly(),
        from: timeOfDay,
        to: timeOfDay.describe('At or before `from`, it is on the next day'),
      })
      .readonly(),
  )
  .min(1)
  .max(21)
  .readonly();

/** The JSON text of one of the exact times, as a pattern. */
const openingTime = `\\{"days": ?${jsonListPattern(`"(${weekdays.join('|')})"`, 7)}, ?"from": ?"${timePattern}", ?"to": ?"${timePattern}"\\}`;

/** A list, or the same as JSON text (as forms send it). An empty list is null: the times are unknown. */
export const openingTimesField = documented(
  z.unknown().transform((value, ctx): OpeningTimes | null => {
    const given = typeof value === 'string' ? parsedJson(value) : value;
    if (given === null || (Array.isArray(given) && given.length === 0)) return null;
    const { data } = openingTimes.safeParse(given);
    return data
      ? normalizeOpeningTimes(data)
      : refuse(ctx, 'Enter the exact times as a list of days with from and to, like 09:00.');
  }),
  {
    description: 'A list, which a form may send as JSON text; empty or null when they are unknown',
    anyOf: [
      { ...z.toJSONSchema(openingTimes, { io: 'input' }), $schema: undefined, minItems: 0 },
      { type: 'string', pattern: `^(|\\[\\]|${jsonListPattern(openingTime, 21)})$` },
    ],
  },
);

export const phoneField = documented(
  z
    .string({ error: 'Enter a phone number, like 012-3456789.' })
    .max(40, 'Enter a phone number, like 012-3456789.')
    .transform((value, ctx) => {
      if (value.trim() === '') return null;
      const masked = maskPhone(value);
      const complete = masked.replace('-', '').length >= minPhoneDigits;
      return complete ? masked : refuse(ctx, 'Enter a phone number, like 012-3456789.');
    })
    .nullable(),
  { type: 'string', maxLength: 40, pattern: `^${phonePattern}$` },
);

const email = z.email();

/** An email address, of which invisible characters are no part. */
export function addressText(max: number) {
  return text(max, (value) => visible(readable(value)));
}

export const emailField = documented(
  addressText(maxLength.email).refine(
    (value) => value === null || email.safeParse(value).success,
    'Enter an email address, like name@example.com.',
  ),
  {
    type: 'string',
    maxLength: maxLength.email,
    pattern: '^[A-Za-z0-9_+-]+(\\.[A-Za-z0-9_+-]+)*@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$',
  },
);

export function linkField(example = 'https://yourshop.com') {
  return documented(
    text(maxLength.link).refine(
      (value) => value === null || isWebLink(value),
      `This isn't a web address. Example: ${example}`,
    ),
    {
      type: 'string',
      maxLength: maxLength.link,
      pattern: `^(${blankPattern}|\\s*${linkPattern}\\s*)$`,
    },
  );
}

export function yearField(currentYear: number) {
  const message = `Enter a year from 1000 to ${currentYear}.`;
  const field = numeral(message).refine(
    (value) => value === null || (Number.isInteger(value) && value >= 1000 && value <= currentYear),
    message,
  );
  const [decade, year] = [Math.floor(currentYear / 10) % 10, currentYear % 10];
  const pattern = `^(1[0-9]{3}|20[0-${decade - 1}][0-9]|20${decade}[0-${year}])$`;
  return documented(field, {
    anyOf: [
      { type: 'integer', minimum: 1000, maximum: currentYear },
      { type: 'string', pattern },
    ],
  });
}

export function degreesField(limit: 90 | 180) {
  const message = `Enter degrees from -${limit} to ${limit}.`;
  const field = numeral(message).refine(
    (value) => value === null || Math.abs(value) <= limit,
    message,
  );
  return documented(field, {
    anyOf: [
      { type: 'number', minimum: -limit, maximum: limit },
      { type: 'string', pattern: degreesPattern(limit) },
    ],
  });
}

export function degreesPattern(limit: 90 | 180): string {
  const whole = limit === 90 ? '[1-8]?[0-9]' : '(1[0-7]|[1-9])?[0-9]';
  return `^-?${whole}(\\.[0-9]{1,30})?$`;
}

/** A list, the same as JSON text (as forms send it), or a form field that is repeated; in our order, each once. */
const facilitiesList = z
  .union([z.array(z.string()).max(20), z.string().max(500)], {
    error: 'Choose the facilities from the list.',
  })
  .transform((value, ctx): readonly Facility[] => {
    const chosen = [value].flat().flatMap(listed);
    const unknown = chosen.find((name) => !facilities.some((facility) => facility === name));
    if (unknown !== undefined) return refuse(ctx, 'Choose the facilities from the list.');
    return facilities.filter((facility) => chosen.includes(facility));
  });

export const facilitiesField = documented(facilitiesList, {
  description: 'A list, which a form may send as JSON text or as a repeated field',
  anyOf: [
    { type: 'array', maxItems: 20, items: { enum: facilities } },
    {
      type: 'string',
      pattern: `^(|\\[\\]|${facilities.join('|')}|${jsonListPattern(`"(${facilities.join('|')})"`, facilities.length)})$`,
    },
  ],
});

/** An optional phone number: for WhatsApp. */
export const optionalPhoneField = documented(phoneField.clone(), {
  type: 'string',
  maxLength: 40,
  pattern: `^\\s*(${phonePattern})?$`,
});

/** The field, refused when it is empty; documented as the field is. */
export function required<Output>(field: z.ZodType<Output | null>, message: string) {
  // No default, as the OpenAPI document would then call the field optional.
  const schema = z
    .unknown()
    .transform((value): unknown => value ?? null)
    .pipe(field)
    .transform((value, ctx): Output => value ?? refuse(ctx, message));
  return documented(schema, documentedInput.get(field)?.schema);
}

export function refuse(ctx: z.core.$RefinementCtx, message: string): never {
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A number, or the text of one, as forms send it; an empty text is null. */
function numeral(message: string) {
  return z
    .union([z.number(), z.string().trim().max(40)], { error: message })
    .transform((value, ctx) => {
      if (value === '') return null;
      if (typeof value === 'number') return value;
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : refuse(ctx, message);
    })
    .nullable();
}

function parsedJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function listed(text: string): readonly string[] {
  const list = z.array(z.string()).safeParse(parsedJson(text));
  if (list.success) return list.data;
  return text.trim() === '' ? [] : [text];
}

/** A name or password before the host is how links pretend to lead elsewhere. */
function isWebLink(value: string): boolean {
  // Browsers take spaces for a part of the host name, and Node does not. Without both slashes, browsers look on our own site.
  const url = /^https?:\/\/[^\s/\\]\S*$/i.test(value) ? parseUrl(value) : null;
  return url !== null && url.hostname.includes('.') && url.username + url.password === '';
}
