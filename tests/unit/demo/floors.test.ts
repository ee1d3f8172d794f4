import { seeded } from '@/lib/programs/simulator/random';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { randomPassword } from '@/prisma/demo/accounts';
import { makeShaft, upperLabels } from '@/prisma/demo/floors';
import { makeProjects } from '@/prisma/demo/projects';
import { makeUnits } from '@/prisma/demo/units';

const now = new Date('2026-03-02T12:00:00+08:00');

describe('floor labels', () => {
  it('leave out what the building leaves out', () => {
    expect(upperLabels(16, 'plain').slice(-3)).toEqual(['14', '15', '16']);
    expect(upperLabels(14, 'no-4-13-14')).toEqual([
      '1',
      '2',
      '3',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
      '12',
      '15',
      '16',
      '17',
    ]);
    expect(upperLabels(14, '12A')).toEqual([
      '1',
      '2',
      '3',
      '3A',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
      '12',
      '12A',
      '15A',
    ]);
    expect(upperLabels(14, 'no-4')).toContain('13');
  });

  it('put basements below the entrance, and an express lift passes floors without landings', () => {
    const { levels, mainFloor, rise } = makeShaft({
      kind: 'tower',
      basements: 3,
      floors: 50,
      numbering: 'plain',
      expressOver: 25,
    });
    expect(levels.slice(0, 6).map(({ label }) => label)).toEqual(['B3', 'B2', 'B1', '1', '2', '27']);
    expect(levels[mainFloor - 1]?.label).toBe('1');
    expect(rise).toBeGreaterThan(190);
    expect(
      levels.every((level, index) => level.physical === index + 1 && level.height >= (levels[index - 1]?.height ?? 0)),
    ).toBe(true);
  });
});

describe('the demo fleet', () => {
  const projects = makeProjects(seeded('x'), 1, now);
  const units = projects.flatMap((project, index) =>
    makeUnits(project, { seed: 'x', now, first: index * 100 + 1, isCore: false }),
  );

  it('has rated speeds that fit the buildings: no house lift at 6 m/s, no tower lift at 1', () => {
    for (const { machine, productLine } of units) {
      if (machine.displayType !== 'EV') continue;
      const rise = machine.levels.at(-1)?.height ?? 0;
      if (machine.ratedSpeed >= 4) expect(rise).toBeGreaterThan(100);
      if (rise > 60 && !productLine.startsWith('CARGO')) expect(machine.ratedSpeed).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(units.map(({ productLine }) => productLine)).size).toBeGreaterThanOrEqual(8);
  });

  it('has labels without repetition, ten characters at most', () => {
    for (const { machine } of units) {
      if (machine.displayType !== 'EV') continue;
      const labels = machine.levels.map(({ label }) => label);
      expect([new Set(labels).size, labels.every((label) => label.length <= 10)]).toEqual([labels.length, true]);
    }
  });

  it('grows with DEMO_SCALE; the one center stays one', () => {
    const many = makeProjects(seeded('x'), 5, now);
    expect(many).toHaveLength(1201);
    expect(Math.abs(many.reduce((sum, { units: count }) => sum + count, 0) - 15_000)).toBeLessThan(500);
    expect(new Set(many.map(({ projectName }) => projectName)).size).toBe(1201);
  });

  it('gives passwords that obey the policy', () => {
    for (let number = 0; number < 200; number += 1) expect(passwordFault(randomPassword())).toBeNull();
  });
});
