import type { Actor } from '@/lib/platform/contract/actor';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { DashIn, RankedProject } from './contract';
import { findRanking } from './ranking';

async function rowsFor(actor: Actor, asked: DashIn) {
  const { projects } = await findRanking(actor, { ...asked, top: 1 });
  return {
    total: projects.length,
    rows: (async function* () {
      await Promise.resolve();
      yield* projects;
    })(),
  };
}

const MINUTE_SEC = 60;

/** The table of projects as a workbook, `kaOverview-{time}.xlsx` (silent-screens D2). @throws what `exportSheet` and `findRanking` throw */
export const exportProjects = (caller: ExportCaller, asked: DashIn): Promise<FileAnswer> =>
  exportSheet<RankedProject>(caller, {
    route: 'kaDashboard',
    namespace: 'dashboards',
    name: 'kaOverview',
    columns: ({ field, own }) => [
      field('projectName', 32),
      field('city', 14),
      field('equipmentTotal'),
      field('availability'),
      field('callbacks'),
      field('entrapments'),
      own('arrivalMinutes', ({ arrivalTime }) =>
        arrivalTime === null ? null : Math.round((arrivalTime / MINUTE_SEC) * 10) / 10,
      ),
      field('maintenanceCompliance'),
      field('inspectionsDue'),
      field('unhealthy'),
    ],
    read: () => rowsFor(caller.actor, asked),
  });
