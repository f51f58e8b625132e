import * as z from 'zod';

// Without this, zod tries eval to compile schemas, which the content security policy forbids and browsers report.
z.config({ jitless: 'window' in globalThis });

export { z };

/** An object that is a component of the OpenAPI document, under its id. */
export function component<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}
