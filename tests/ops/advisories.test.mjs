import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advisoriesOf, judge } from '../../scripts/lib/advisories.mjs';

/** What is known against a package that is shipped is seen without a network, and an old report is not taken for a clean one. */

const NOW = new Date('2026-11-28T12:00:00Z');
const LOCK = {
  '': {},
  'node_modules/shipped': { version: '1.4.0', license: 'MIT' },
  'node_modules/other/node_modules/shipped': { version: '2.0.1', license: 'MIT' },
  'node_modules/builder': { version: '3.0.0', license: 'MIT', dev: true },
};
const against = (name, range, severity = 'high') => ({ name, range, severity, title: 'Bad', url: `u/${name}` });
const judged = (advisories, takenAt = '2026-11-20T12:00:00Z') => judge({ takenAt, advisories }, LOCK, NOW);

it('an advisory is read once from what npm says, however many packages it reaches', () => {
  const via = { source: 1, dependency: 'shipped', ...against('shipped', '<1.5.0') };
  const audit = { vulnerabilities: { shipped: { via: [via] }, other: { via: ['shipped', via] } } };
  expect(advisoriesOf(audit)).toEqual([against('shipped', '<1.5.0')]);
  expect(() => advisoriesOf({ message: 'refused' })).toThrow('This is not what');
});

it('it holds for the versions of its range alone, wherever they lie', () => {
  expect(judged([against('shipped', '<1.5.0')]).found).toMatchObject([{ version: '1.4.0', isGrave: true }]);
  expect(judged([against('shipped', '>=1.4.1 <2.0.1')]).found).toEqual([]);
  expect(judged([against('shipped', '*')]).found).toHaveLength(2);
});

it('what is slight, or builds and tests only, is told and keeps nothing back', () => {
  expect(judged([against('shipped', '<1.5.0', 'moderate')]).found).toMatchObject([{ isGrave: false }]);
  expect(judged([against('builder', '*', 'critical')]).found).toMatchObject([{ isShipped: false, isGrave: false }]);
});

it('a report of more than thirty days is old', () => {
  expect(judged([])).toMatchObject({ days: 8, isOld: false });
  expect(judged([], '2026-10-29T12:00:00Z')).toMatchObject({ days: 30, isOld: false });
  expect(judged([], '2026-10-28T12:00:00Z')).toMatchObject({ days: 31, isOld: true });
  expect(() => judged([], 'yesterday')).toThrow('does not say when');
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (report) => {
    const file = join(folder, 'advisories.json');
    if (report) writeFileSync(file, JSON.stringify(report));
    const { status, stdout, stderr } = spawnSync('node', ['scripts/advisories.mjs', file], { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  const { version } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/next'];

  it('ends with 1 without a report, with an old one, and where something grave is shipped; else with 0 and its age', () => {
    expect(run()).toMatchObject({ status: 1, said: expect.stringContaining('There is no ') });
    const takenAt = new Date().toISOString();
    expect(run({ takenAt, advisories: [] })).toEqual({
      status: 0,
      said: '0 advisories for what is used; the report is 0 days old.\n',
    });
    expect(run({ takenAt: '2020-01-01T00:00:00Z', advisories: [] }).status).toBe(1);
    const grave = run({ takenAt, advisories: [against('next', `<=${version}`, 'critical')] });
    expect(grave).toMatchObject({ status: 1, said: expect.stringContaining(`critical next ${version}: Bad u/next`) });
  });
});
