import * as z from 'zod';

// To compile schemas, zod tries eval, which the security policy of the pages forbids and browsers report.
z.config({ jitless: 'window' in globalThis });

export { z };
