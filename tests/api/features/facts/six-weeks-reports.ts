import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { makeHealthReport } from '@/lib/features/health-report/report';
import { monthlyOf } from '@/lib/features/unit-reports/monthly';
import { pool } from '@/lib/platform/db/client';
import { actorOf } from '../../../support/actors';

/** What the reports of the six weeks say, as a person works it out of the days and months of `six-weeks.test.ts`. */

const NOW = Date.parse('2026-05-20T10:00:00+08:00');
const HEAD = actorOf(0);

/** March, of which the first day is before everything. Hours with two decimals. */
export const MARCH_BY_HAND = {
  // 257 minutes of fault and 45 of service; 137 of 29 days were its own fault.
  'W-EV': {
    ...{ calls: 4, own: 3, operationCount: 5900, openDoorCount: 7140, operationTimeCount: 29.75, shutdownCount: 5.03 },
    ...{ energyCount: 297.5, availableCount: 693.72, errorCount: 2.28, usability: 99.67, noDataDays: 2 },
    energyStatus: 'NORMAL',
  },
  'W-ES': {
    ...{ calls: 1, own: 0, operationCount: null, openDoorCount: null, operationTimeCount: 327.25, shutdownCount: 1.67 },
    ...{ energyCount: 595, availableCount: 720, errorCount: 0, usability: 100, noDataDays: 1, energyStatus: 'NORMAL' },
  },
  'W-SI': {
    ...{ calls: 0, own: 0, operationCount: 5950, openDoorCount: 7140, operationTimeCount: 29.75, shutdownCount: 0 },
    ...{
      energyCount: 297.5,
      availableCount: 672,
      errorCount: 0,
      usability: 100,
      noDataDays: 3,
      energyStatus: 'NORMAL',
    },
  },
  // Nobody saw it; two hours of its own fault are known by its call-out.
  'W-NB': {
    ...{ calls: 1, own: 1, operationCount: null, openDoorCount: null, operationTimeCount: null, shutdownCount: 2 },
    ...{ energyCount: null, availableCount: null, errorCount: 2, usability: null, noDataDays: 31 },
    energyStatus: 'NODATA',
  },
} as const;

export async function marchOf(equipmentNo: string) {
  const window = { from: '2026-03-01', until: '2026-03-31' };
  const { report } = await monthlyOf(HEAD, { equipmentNo, window, now: NOW }, 'zh-CN');
  const { key: _total, ...total } = report.operationData.total;
  return {
    calls: report.equipmentInformation.callbackSum,
    own: Object.values(report.callbackStatistics.callbackCB2Overview).reduce((sum, value) => sum + value, 0),
    ...total,
    noDataDays: report.noDataDays,
    energyStatus: report.operationData.energyStatus,
  };
}

/** Both months of the project. */
export const PROJECT_BY_HAND = {
  calls: { '2026-03': 6, '2026-04': 2 },
  own: { '2026-03': 4, '2026-04': 0 },
  trapped: { '2026-03': 1, '2026-04': 0 },
  // Of 41, 42 and 40 days that were counted; four units are too few for rates.
  units: {
    'W-EV': [4, 202.4, 244.4, 1.02],
    'W-ES': [1, null, null, 10.93],
    'W-NB': [3, null, null, null],
    'W-SI': [0, 208.8, 250.5, 1.04],
  },
  bands: { '0-200次': 0, '200-500次': 2, '500-1000次': 0, '>1000次': 0, 无数据: 1 },
  hours: { '0-3h': 0, '3-6h': 0, '6-9h': 0, '>9h': 1, 无数据: 0 },
  most: [
    ['W-SI', 8350],
    ['W-EV', 8300],
    ['W-ES', 459.25],
  ],
  rates: [null, null, null],
};

export async function projectReport() {
  // The call-outs of these weeks have states, and no history that says when they came to them.
  await pool().query(
    `INSERT INTO callback_status (callback_id, status, update_time) SELECT callback_id, job_status, coalesce(close_date, job_update_date) FROM callback`,
  );
  await keepCallbackFacts(NOW);
  const input = { projectId: ['W-P'], startDate: '2026-03-01', endDate: '2026-04-30', intervalDays: 30 };
  const report = await makeHealthReport(HEAD, input, 'zh-CN', NOW);
  const { eleInfos, escInfos } = report.equipmentStatistic;
  const { eleRunTop5, escRunTop5, eleAverage, escAverage } = report.runStatistics;
  const { availability, callbacksPerUnitYear, arrivalRate } = report.figures;
  return {
    calls: report.callbackStatistics.callbackOverview,
    own: report.callbackStatistics.callbackCB2Overview,
    trapped: report.personStatistics.entrapmentOverview,
    units: Object.fromEntries(
      [...eleInfos, ...escInfos].map((row) => [
        row.equipmentNo,
        [row.callbackNumbers, row.tripsAverage, row.openAverage, row.runAverage],
      ]),
    ),
    bands: eleAverage,
    hours: escAverage,
    most: [...eleRunTop5, ...escRunTop5].map(({ equipmentNo, total }) => [equipmentNo, total]),
    rates: [availability, callbacksPerUnitYear, arrivalRate],
  };
}
