export type DataSource = { readonly name: string; readonly href: string | null };

/** The label of a data source: a repository, or a file in one, becomes the repository with a link to that commit. */
export function dataSource(source: string): DataSource {
  const [, repository, commit] =
    /^github:([\w-]+\/[\w.-]+)@([0-9a-f]{7,40})(?::|$)/.exec(source) ?? [];
  if (repository === undefined) return { name: source, href: null };
  return { name: repository, href: `https://github.com/${repository}/tree/${commit}` };
}
