import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Prometheus itself tries the alerts, where its `promtool` is there (Debian's package `prometheus`). */

const folder = fileURLToPath(new URL('../../deploy/watch', import.meta.url));
const promtool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((path) => join(path, 'promtool'))
  .find((path) => existsSync(path));
const read = (name) => parse(readFileSync(join(folder, name), 'utf8'));
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

// Skipped where it is missing: apt-get install prometheus.
const withPromtool = promtool ? it : it.skip;

withPromtool('Prometheus takes the rules', () => {
  expect(run('check', 'rules', 'alerts.yml')).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});

withPromtool('each alert fires on its trouble, and none where all is well', () => {
  expect(run('test', 'rules', 'alerts.test.yml')).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});

it('the trouble of every alert is among what Prometheus tries', () => {
  const alerts = read('alerts.yml').groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const tried = read('alerts.test.yml').tests.flatMap(({ alert_rule_test: cases }) => cases);
  const names = (isFiring) =>
    tried.filter(({ exp_alerts: fired }) => fired.length > 0 === isFiring).map(({ alertname }) => alertname);
  expect(alerts.length).toBeGreaterThan(20);
  expect(names(true).sort()).toEqual([...alerts].sort());
  expect(names(false).sort()).toEqual([...alerts].sort());
});
