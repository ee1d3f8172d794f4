import { eliteProjects, makeAccounts } from '@/prisma/demo/accounts';
import { FleetList, planCore, troubleSome } from '@/prisma/demo/fleet-plan';
import { CENTER_UNITS, CORE_PROJECTS, makeProjects } from '@/prisma/demo/projects';
import { makeUnits } from '@/prisma/demo/units';
import { Wall } from '@/prisma/demo/wall';
import { centerLevel, centerName } from '@/lib/features/campus/center';
import { SimulatedBox } from '@/lib/programs/simulator/box';
import { Elevator } from '@/lib/programs/simulator/elevator';
import { seeded } from '@/lib/programs/simulator/random';
import type { ElevatorUnit } from '@/lib/programs/simulator/unit';

/** The walls of the shown accounts as the demo fleet moves them, from its plan and its schedule, without a database. */

const SEED = 'lift-portal';
const NOW = new Date(Date.UTC(2026, 2, 2, 0));
const FLEET = 76;
const HOUR = 3_600_000;
const MINUTE = 60_000;

function plan() {
  const projects = makeProjects(seeded(`${SEED}:projects`), 1, NOW);
  const accounts = makeAccounts(projects, seeded(`${SEED}:accounts`));
  const fleet = new FleetList();
  const wall = new Wall(accounts);
  let first = 1;
  const make = (isCore: boolean) => (project: (typeof projects)[number]) => {
    const units = makeUnits(project, { seed: SEED, now: NOW, first, isCore });
    first += units.length;
    return units;
  };
  const core = projects.slice(0, CORE_PROJECTS).flatMap(make(true));
  planCore(core, new Set(eliteProjects(projects)), SEED);
  const others = projects.slice(CORE_PROJECTS).flatMap(make(false));
  for (const unit of others) troubleSome(unit, SEED);
  const all = [...core, ...others];
  for (const unit of all) {
    fleet.add(unit);
    wall.add(unit);
  }
  const machines = fleet.file(SEED).units.filter(({ trouble }) => !trouble);
  const moving = new Set(machines.slice(0, FLEET).map(({ equipmentNo }) => equipmentNo));
  const byNo = new Map(all.map((unit) => [unit.equipmentNo, unit]));
  const personas = new Set(accounts.filter(({ persona }) => persona !== undefined).map(({ username }) => username));
  const center = wall
    .units()
    .filter(([username]) => username === 'hq_admin')
    .map(([, equipmentNo, nickName]) => [String(equipmentNo), nickName] as const);
  const walls = new Map<string, string[]>();
  for (const [username, equipmentNo] of wall.units()) {
    const unit = byNo.get(String(equipmentNo));
    const isHeard =
      unit?.cubeNo != null && !unit.isReserved && !['dead', 'cabinet'].includes(unit.machine.trouble ?? '');
    if (!unit || !personas.has(String(username)) || unit.displayType !== 'EV' || !isHeard) continue;
    walls.set(String(username), [...(walls.get(String(username)) ?? []), unit.equipmentNo]);
  }
  return { walls, center, moving, byNo };
}

describe('the screen of the Shanghai center', () => {
  it('[SHC-001] [SHC-002] has 41 escalators with names and layers on the wall of head office, and no other escalators', () => {
    const { center, moving, byNo } = plan();
    const shown = center.filter(([equipmentNo]) => byNo.get(equipmentNo)?.displayType === 'ES');
    expect(shown).toHaveLength(CENTER_UNITS);
    expect(new Set(shown.map(([, nickName]) => nickName)).size).toBe(CENTER_UNITS);
    expect(shown[0]?.[1]).toBe('L10 4F');
    expect(shown.some(([, nickName]) => nickName === 'L9 3F')).toBe(true);
    expect(new Set(shown.map(([, nickName]) => centerLevel(centerName(String(nickName)).name))).size).toBe(5);
    expect(shown.filter(([equipmentNo]) => moving.has(equipmentNo)).length).toBeGreaterThanOrEqual(12);
    expect(center.length).toBe(100);
  });
});

describe('the walls of the demo personas', () => {
  it('have at least a third of their online lifts travelling by day, in the mean of three minutes', () => {
    const { walls, moving, byNo } = plan();
    expect(walls.size).toBeGreaterThan(3);
    const dull: string[] = [];
    const rates: number[] = [];
    for (const hour of [9, 14, 20]) {
      const startAt = NOW.getTime() + (hour - 8) * HOUR;
      let messages = 0;
      const uplink = { isReady: true, publish: () => void (messages += 1) };
      const lifts = new Map(
        [...moving].flatMap((equipmentNo) => {
          const unit = byNo.get(equipmentNo)?.machine;
          if (unit?.displayType !== 'EV') return [];
          const machine = new Elevator(unit as ElevatorUnit, {
            seed: SEED,
            startAt: startAt - 3 * MINUTE,
            counters: unit.counters,
            runId: 'r',
          });
          return [
            [equipmentNo, { machine, box: new SimulatedBox({ equipmentNo, machine, texts: {} }, startAt) }] as const,
          ];
        }),
      );
      for (const { machine } of lifts.values()) machine.advance(startAt);
      const shares = new Map([...walls.keys()].map((username) => [username, [] as number[]]));
      for (let now = startAt + 500; now <= startAt + 3 * MINUTE; now += 500) {
        for (const { box } of lifts.values()) box.tick(now, uplink);
        if (now % 10_000 !== 0) continue;
        for (const [username, units] of walls) {
          const travelling = units.filter((equipmentNo) => lifts.get(equipmentNo)?.machine.car.isMoving).length;
          shares.get(username)?.push(travelling / units.length);
        }
      }
      for (const [username, instants] of shares) {
        const mean = instants.reduce((sum, share) => sum + share, 0) / instants.length;
        if (mean < 1 / 3)
          dull.push(`${hour} ${username} mean ${mean.toFixed(2)} least ${Math.min(...instants).toFixed(2)}`);
      }
      // A moving car reports a few times a second at most: the ingest of a small machine bears the whole fleet.
      rates.push(messages / 180);
    }
    expect(dull).toEqual([]);
    expect(Math.max(...rates)).toBeLessThan(90);
  }, 120_000);
});
