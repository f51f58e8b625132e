import {
  directoryRequest,
  directoryResponse,
  type DirectoryAsOfResponse,
  type DirectoryRequest,
} from '../contracts/directory.ts';
import { defineRoute, type Route } from '../http/route.ts';

type DirectoryDeps = {
  readonly readDirectory: (request: DirectoryRequest) => Promise<DirectoryAsOfResponse>;
  /** The site's date, as `2026-11-21`. */
  readonly today: () => string;
};

/** The directory as a whole, for admins. */
export function directoryRoutes({ readDirectory, today }: DirectoryDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/directory',
      operationId: 'getDirectory',
      summary: 'List the whole directory as it was at the end of a day',
      access: 'admin',
      query: () => directoryRequest(today()),
      response: {
        status: 200,
        description: 'A page of the listings, the newest first',
        schema: directoryResponse,
      },
      handle: (_, { query }) => readDirectory(query),
    }),
  ];
}
