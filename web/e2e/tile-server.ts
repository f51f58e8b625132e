import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenHere } from '@directory/domain/testing/free-port';

export type TileServer = {
  /** For the setting `TILE_URL`. */
  readonly template: string;
  /** The paths of the requested tiles. */
  readonly requested: string[];
  /** Answers 503 for every tile until `serve` is called. */
  readonly refuse: () => void;
  readonly serve: () => void;
  readonly stop: () => Promise<void>;
};

/** One grey pixel, which the map stretches. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8cePGfwAJ0gPxlfv5bwAAAABJRU5ErkJggg==',
  'base64',
);

/** Stands in for the public tile service, which no test may call. */
export async function startTileServer(): Promise<TileServer> {
  const requested: string[] = [];
  let isRefusing = false;
  const server = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.writeHead(isRefusing ? 503 : 200, { 'Content-Type': 'image/png' });
    response.end(isRefusing ? '' : tile);
  });
  const port = await listenHere(server);
  return {
    template: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    requested,
    refuse: () => {
      isRefusing = true;
    },
    serve: () => {
      isRefusing = false;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
