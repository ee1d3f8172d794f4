import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { validate } from '@/lib/platform/contract/validate';
import { manyRequests, requestsPerSec } from '../support/http';
import { alternate, report, run, sized } from '../support/measure';
import { recordStatements } from '../support/statements';
import { cookieOf, residentMb, startBare, startPortal } from '../support/web';
import { closeWorld, createPerson, createUnits } from '../support/world';

/** Production builds beside a bare Next app: the list through its route handler, a page's frame, a page's JavaScript. */

/** As `/equipmentlist` asks when nothing narrows it. */
const FIRST_PAGE = { pageIndex: 1, pageSize: 20 };
const MEMORY_PAGES = 10_000;
const MEMORY_AIM_MB = 300;
const FILTERED = { pageIndex: 1, pageSize: 20, key: '中心', equipmentType: 1 };

/** Gzipped bytes of the scripts that a page loads before anything is clicked, KB. */
async function scriptKb(port: number, path: string, cookie: string): Promise<number> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })).text();
  const urls = new Set([...html.matchAll(/(?:src|href)="(\/_next\/[^"]+\.js)[^"]*"/g)].flatMap(([, url]) => url ?? []));
  if (urls.size === 0) throw new Error(`${path} loads no scripts`);
  let bytes = 0;
  for (const url of urls)
    bytes += gzipSync(Buffer.from(await (await fetch(`http://127.0.0.1:${port}${url}`)).arrayBuffer())).length;
  return bytes / 1024;
}

run(async () => {
  await createUnits(sized(100_000, 2000));
  const lister = await createPerson('lister');
  // Without the wall's authority /campus is what stands around every page, and one sentence.
  const guest = await createPerson('guest', undefined, ['EQUIPMENT_READ']);
  const { actor } = await actorOfAccessToken(lister.accessToken);
  const statementsOf = (input: object) =>
    recordStatements(() => findEquipmentPage(actor, validate(queryEquipment.input, input)));
  const statements = join(process.env.DATA_DIR ?? '.', 'statements.json');
  writeFileSync(
    statements,
    JSON.stringify({ list: await statementsOf(FILTERED), page: await statementsOf(FIRST_PAGE) }),
  );
  const [portal, bare] = await Promise.all([startPortal(), startBare(statements)]);

  const list = { method: 'POST', body: JSON.stringify(FILTERED) } as const;
  const ourList = () =>
    requestsPerSec({
      ...list,
      port: portal.port,
      path: '/sms/equipment/query',
      headers: { Authorization: `Bearer ${lister.accessToken}` },
    });
  const bareList = () => requestsPerSec({ ...list, port: bare.port, path: '/list' });
  const cookie = await cookieOf(guest.sessionId);
  const ourShell = () => requestsPerSec({ port: portal.port, path: '/campus', headers: { cookie } });
  const bareShell = () =>
    requestsPerSec({ port: bare.port, path: '/signed', headers: { cookie: `session=${guest.sessionId}` } });
  const holder = await cookieOf(lister.sessionId);
  const ourPage = () => requestsPerSec({ port: portal.port, path: '/equipmentlist', headers: { cookie: holder } });
  const barePage = () => requestsPerSec({ port: bare.port, path: '/rows' });
  for (const warmUp of [ourList, bareList, ourShell, bareShell, ourPage, barePage]) await warmUp();
  report('Equipment list with filter, bare Next route, same SQL', await alternate(ourList, bareList), 'req/s', {
    atLeast: 0.95,
  });
  report(
    'Signed-in page, bare Next page with session, provider and texts',
    await alternate(ourShell, bareShell),
    'req/s',
    { atLeast: 0.5 },
  );
  report('First list page, bare Next page with the same rows', await alternate(ourPage, barePage), 'req/s', {
    atLeast: 0.6,
  });

  const [ours, grid] = [await scriptKb(portal.port, '/equipmentlist', holder), await scriptKb(bare.port, '/grid', '')];
  report(
    'JavaScript of /equipmentlist, gzipped, bare Next + DataGrid',
    { ours, bare: grid, ratio: ours / grid },
    'KB',
    { atMost: 1.25 },
  );

  const pages = sized(MEMORY_PAGES, 50);
  await manyRequests({ port: portal.port, path: '/campus', headers: { cookie } }, pages);
  const resident = await residentMb(portal.port);
  report(
    `Memory of the web process after ${pages} pages`,
    { ours: resident, bare: MEMORY_AIM_MB, ratio: resident / MEMORY_AIM_MB },
    'MB',
    { atMost: 1 },
  );
  await Promise.all([portal.stop(), bare.stop()]);
  await closeWorld();
});
