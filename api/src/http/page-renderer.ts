import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreatePageRenderer, PageRenderer } from '../contracts/page-renderer.ts';

/** The program that the build of the pages makes for the server; its sources are the pages' own. */
type RendererModule = { readonly createPageRenderer: CreatePageRenderer };

/** Loads the renderer below `dist`, the folder of all that is built; null where the pages are not built. */
export async function loadPageRenderer(dist: string): Promise<PageRenderer | null> {
  const program = join(dist, 'web-server', 'page-renderer.js');
  const template = join(dist, 'web', 'index.html');
  if (!existsSync(program) || !existsSync(template)) return null;
  // What is built apart cannot be imported with its types; it is compiled against the same contract.
  const { createPageRenderer } = (await import(pathToFileURL(program).href)) as RendererModule;
  const manifest = readFileSync(join(dist, 'web', '.vite', 'manifest.json'), 'utf8');
  return createPageRenderer({
    template: readFileSync(template, 'utf8'),
    manifest: JSON.parse(manifest) as Parameters<CreatePageRenderer>[0]['manifest'],
  });
}
