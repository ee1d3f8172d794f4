import { requestsPerSec } from '../support/http';
import { alternate, report, run, sized } from '../support/measure';
import { startBare, startPortal } from '../support/web';
import { closeWorld, createPerson, createUnits } from '../support/world';

/**
 * What a call costs the web process of a production build, all of it: caller, rate, authority, parsing in and out, keys, rows
 * and audit line, and once in two seconds the total. Beside it a Next route handler that reads nothing and answers a constant.
 */

const FIRST = JSON.stringify({ pageIndex: 1, pageSize: 20 });

run(async () => {
  await createUnits(sized(3000, 300));
  const lister = await createPerson('lister');
  const [portal, bare] = await Promise.all([startPortal(), startBare('')]);
  const ours = () =>
    requestsPerSec({
      port: portal.port,
      path: '/sms/equipment/query',
      method: 'POST',
      body: FIRST,
      headers: { Authorization: `Bearer ${lister.accessToken}` },
    });
  const constant = () => requestsPerSec({ port: bare.port, path: '/constant', method: 'POST', body: FIRST });
  for (const warmUp of [ours, constant, ours]) await warmUp();
  report(
    'First page of 3,000 units, bare Next route that answers a constant',
    await alternate(ours, constant),
    'req/s',
    {
      atLeast: 0.4,
    },
  );
  await Promise.all([portal.stop(), bare.stop()]);
  await closeWorld();
});
