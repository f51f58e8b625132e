import * as z from 'zod';

/** Schemas by their ids. */
export type Components = Record<string, object>;

/** A schema as JSON Schema; those inside it that have an id go to the components. */
export function toSchema(schema: z.core.$ZodType, components: Components): object {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  delete rest.$schema;
  Object.assign(components, $defs);
  return rest;
}
