import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Numbers of boxes and gateways that are registered at one instant (api.md §4.1 Mapping). `RACES=1000` runs more of them. */

useFreshDatabase();
const RACES = Number(process.env.RACES ?? 12);
const codes = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).sort();

beforeAll(createPersonas);
beforeEach(resetLimits);
afterAll(closePortal);

const box = (cubeNo: string) => call('platformAdmin', 'POST', 'gateway/saveOrUpdate', { cubeNo });
const gateway = (gatewayNo: string) =>
  call('platformAdmin', 'POST', 'gateway4pro/saveOrUpdate', { gatewayNo, projectId: 'P-1' });
/** Runs the same race many times, four beside each other. */
async function race(run: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < RACES; from += 4) {
    resetLimits();
    await Promise.all([0, 1, 2, 3].map((lane) => run(from + lane)));
  }
}

it('a pro gateway and a box with the number of one of its ports are never both registered', async () => {
  await race(async (index) => {
    const no = `RACE${index}`;
    const port = `${no}-${(index % 32) + 1}`;
    expect(codes(await Promise.all([gateway(no), box(port)]))).toEqual([200, 409]);
    expect(await db().edgeCube.count({ where: { cubeNo: { in: [no, port] } } })).toBe(1);
  });
});

it('a box, or a pro gateway, that is sent twice at one instant is registered once, and the other call is a conflict', async () => {
  await race(async (index) => {
    const sent = [box(`TWICE${index}`), box(`TWICE${index}`), gateway(`TWIN${index}`), gateway(`TWIN${index}`)];
    for (const answer of await Promise.all(sent)) expect([200, 409]).toContain(answer.code);
    expect(await db().cubeHistory.count({ where: { cubeNo: { in: [`TWICE${index}`, `TWIN${index}`] } } })).toBe(2);
  });
});
