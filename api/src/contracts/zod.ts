import * as z from 'zod';

// Without this, zod tries eval to compile schemas, which the content security policy forbids and browsers report.
z.config({ jitless: 'window' in globalThis });

export { z };
