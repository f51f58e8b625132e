import * as z from 'zod';

export const storedErasure = z.enum(['delete', 'keep']);
