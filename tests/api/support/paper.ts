import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { resetConfig, config } from '@/lib/config';
import { PAPER_PATH } from '@/lib/platform/pdf/draw';
import { startPaperPool } from '@/lib/platform/pdf/pool';
import { answerPaper } from '@/lib/programs/gateway/paper';
import { programFile } from '../../support/programs';

/** Gives the tests of this file a gateway that draws. Call it outside of hooks, after `useFreshDatabase`. */
export function usePaper(): {
  readonly drawn: () => number;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
} {
  let server: http.Server | undefined;
  let pool: ReturnType<typeof startPaperPool> | undefined;
  let drawn = 0;
  let port = 0;
  const start = async () => {
    pool = startPaperPool({ command: { file: programFile('paper') }, size: 1, priority: 0 });
    const answer = answerPaper(pool, config().internalSecret);
    server = http.createServer((request, response) => {
      if (request.url !== PAPER_PATH) return void response.writeHead(404).end();
      drawn += 1;
      void answer(request, response);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    process.env.GATEWAY_URL = `http://127.0.0.1:${port}`;
    resetConfig();
  };
  const stop = async () => {
    server?.closeAllConnections();
    server?.close();
    await pool?.close();
  };
  beforeAll(start);
  afterAll(async () => {
    await stop();
    delete process.env.GATEWAY_URL;
    resetConfig();
  });
  return { drawn: () => drawn, stop, start };
}
