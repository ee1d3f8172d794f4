import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { validate } from '@/lib/platform/contract/validate';
import { db } from '@/lib/platform/db/client';
import { startGatewayProcess } from '../support/gateway';
import { isTiny, median, report, run, sized } from '../support/measure';
import { recordStatements } from '../support/statements';
import { launch, visit, type Load } from '../support/vitals';
import { cookieOf, startBare, startPortal } from '../support/web';
import { AUTHORITIES, closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/**
 * Pages in Chromium, its processor slowed four times, behind 10 Mbit/s and 40 ms: when the largest part is drawn, how long the
 * page is blocked, how soon it answers a click. Beside a bare Next page that draws the same rows by the same grid.
 */

const ROUNDS = isTiny ? 1 : Number(process.env.BENCH_ROUNDS ?? 3);
const TILES = 40;
/** An elevator: units by three are escalators. */
const UNIT = unitNo(1);
const CALLBACK = 'CB000001';
const RIGHTS = [
  ...AUTHORITIES,
  'HOMEPAGE_READ',
  'EQUIPMENT_WRITE',
  'CALLBACK_READ',
  'CALLBACK_WRITE',
  'SYMPTOM_READ',
  'CAMPUS_VIEW_WRITE',
  'REPORT_READ',
];
const LCP_AIM = 1.25;
const BLOCKING_AIM = 1.5;
const INP_AIM_MS = 200;
const SCRIPTS_AIM = 1.25;

interface Act {
  readonly what: string;
  readonly act: (page: Page) => Promise<void>;
}
interface Case {
  readonly name: string;
  readonly path: string;
  readonly acts: readonly Act[];
  /** Page of the bare app that draws the same kind of thing, for the scripts; the rows by the same grid where nothing is said. */
  readonly bare?: string;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const PAGES: readonly Case[] = [
  { name: 'Home', path: '/', acts: [] },
  {
    name: 'Equipment list',
    path: '/equipmentlist',
    acts: [
      {
        what: 'opening a filter',
        act: (page) => page.getByRole('combobox', { name: 'Equipment type' }).click(),
      },
      { what: 'closing it', act: (page) => page.keyboard.press('Escape') },
      { what: 'next page', act: button('Next page') },
      { what: 'opening a dialog', act: button(/^Edit /) },
    ],
  },
  { name: 'Unit', path: `/detail/equipment?equipmentNo=${UNIT}`, acts: [] },
  {
    name: 'Call-out',
    path: `/detail/callback?callbackId=${CALLBACK}`,
    acts: [{ what: 'opening a dialog', act: (page) => page.locator('main button').first().click() }],
  },
  { name: 'Live elevator', path: `/monitor/elevator?equipmentNo=${UNIT}`, acts: [] },
  { name: 'Statistics', path: '/statisticalReport', acts: [], bare: '/chart' },
  { name: `Wall of ${TILES} tiles`, path: '/campus', acts: [] },
];

/** Somebody whose wall is filled, with a call-out to look at. */
async function createViewer() {
  const person = await createPerson('watcher', 'everything', RIGHTS);
  await db().campusView.create({ data: { username: person.username, campusViewSize: TILES } });
  await db().campusViewEquipment.createMany({
    data: Array.from({ length: TILES }, (_, index) => ({
      username: person.username,
      equipmentNo: unitNo(index),
      position: index,
    })),
  });
  const { branchCode } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: UNIT } });
  const at = new Date(Date.now() - 600_000);
  await db().callback.create({
    data: {
      callbackId: CALLBACK,
      equipmentNo: UNIT,
      branchCode,
      callbackType: 'CB',
      jobDescription: '轿厢门反复开关',
      jobStatus: 'INIT',
      createDate: at,
      jobUpdateDate: at,
      statuses: { create: { status: 'INIT', updateTime: at } },
    },
  });
  return person;
}

/** Where somebody asks for CPU profiles; they slow what they measure. */
const profileOf = (name: string) =>
  process.env.BENCH_PROFILE ? join(process.env.BENCH_PROFILE, `${name}.cpuprofile`) : undefined;

const of = (loads: readonly Load[], field: Exclude<keyof Load, 'largest'>) => median(loads.map((load) => load[field]));

run(async () => {
  await createUnits(sized(3000, 200));
  const person = await createViewer();
  const { actor } = await actorOfAccessToken(person.accessToken);
  const statements = join(process.env.DATA_DIR ?? '.', 'statements.json');
  const input = validate(queryEquipment.input, { pageIndex: 1, pageSize: 20 });
  writeFileSync(statements, JSON.stringify({ page: await recordStatements(() => findEquipmentPage(actor, input)) }));
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const [portal, bare] = await Promise.all([startPortal(), startBare(statements)]);
  const cookie = await cookieOf(person.sessionId);
  const ours = (path: string) => `http://127.0.0.1:${portal.port}${path}`;
  const bareOf = (path: string) => `http://127.0.0.1:${bare.port}${path}`;
  const bareUrl = bareOf('/rows');
  // The first answers of a process are slow on both sides.
  const chosen = PAGES.filter(({ name }) => !process.env.BENCH_PART || name.startsWith(process.env.BENCH_PART));
  for (const { path } of chosen)
    for (let index = 0; index < 3; index += 1) await (await fetch(ours(path), { headers: { cookie } })).text();
  for (let index = 0; index < 3; index += 1) await (await fetch(bareUrl)).text();

  const browser = await launch();
  const bareLoads: Load[] = [];
  const loads = new Map<string, Load[]>(chosen.map(({ name }) => [name, []]));
  const answers = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await visit(browser, bareUrl, '', profileOf('bare'));
    bareLoads.push(baseline.load);
    await baseline.close();
    for (const { name, path, acts } of chosen) {
      const opened = await visit(browser, ours(path), cookie, profileOf(name));
      loads.get(name)?.push(opened.load);
      process.stderr.write(`${name}: ${JSON.stringify(opened.load)}\n`);
      if (round === 0 && process.env.BENCH_PICTURE)
        await opened.page.screenshot({ path: `${process.env.BENCH_PICTURE}-${name}.png` });
      for (const { what, act } of acts) {
        const key = `${name}, ${what}`;
        answers.set(key, [...(answers.get(key) ?? []), await opened.interact(act, profileOf(key))]);
      }
      await opened.close();
    }
  }
  for (const { name, bare: path } of chosen) {
    if (path === undefined) continue;
    await (await fetch(bareOf(path))).text();
    const chart = await visit(browser, bareOf(path), '');
    await chart.close();
    const ownKb = of(loads.get(name) ?? [], 'scriptKb');
    report(
      `${name}, scripts, bare page with one chart`,
      { ours: ownKb, bare: chart.load.scriptKb, ratio: ownKb / chart.load.scriptKb },
      'KB',
      { atMost: SCRIPTS_AIM },
    );
  }
  await browser.close();

  for (const [name, ownLoads] of loads) {
    const line = (what: string, field: Exclude<keyof Load, 'largest'>, unit: string, aim: { atMost?: number } = {}) => {
      const [own, base] = [of(ownLoads, field), of(bareLoads, field)];
      report(`${name}, ${what}`, { ours: own, bare: base, ratio: own / base }, unit, aim);
    };
    line('largest paint', 'lcp', 'ms', { atMost: LCP_AIM });
    line('blocking', 'blocking', 'ms', { atMost: BLOCKING_AIM });
    line('quiet', 'quietAt', 'ms');
    line('scripts', 'scriptKb', 'KB');
    const shift = of(ownLoads, 'shift');
    report(`${name}, layout shift (bare: the limit)`, { ours: shift, bare: 0.1, ratio: shift / 0.1 }, '', {
      atMost: 1,
    });
  }
  for (const [what, times] of answers) {
    const ms = median(times);
    report(
      `${what}, to the next picture (bare: the limit)`,
      { ours: ms, bare: INP_AIM_MS, ratio: ms / INP_AIM_MS },
      'ms',
      {
        atMost: 1,
      },
    );
  }

  await Promise.all([portal.stop(), bare.stop()]);
  await gateway.kill();
  await closeWorld();
});
