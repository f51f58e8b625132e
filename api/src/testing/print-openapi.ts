import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newInstallation } from './installation.ts';

/** Writes the OpenAPI document of a site with the default settings into a file, for the linter of such documents. */
const [file = 'dist/openapi.json'] = process.argv.slice(2);
const installation = newInstallation();
const { text } = await installation.serving((http) => http.get('/api/openapi.json'));
installation.remove();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, text);
