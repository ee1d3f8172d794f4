import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';

/** Alerts and pictures of `deploy/watch` speak of figures that the portal shows, and the runbook of every alert. */

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'work']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      description: z.string().optional(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

const read = (path: string) => readFileSync(path, 'utf8');
const rules = Rules.parse(parse(read('deploy/watch/alerts.yml'))).groups.flatMap((group) => group.rules);
const { panels } = Dashboard.parse(JSON.parse(read('deploy/watch/dashboard.json')));
const names = rules.map(({ alert }) => alert);

/** Names of metrics in the code, with what a histogram makes of its own. */
async function exposed(): Promise<Set<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
    .map((file) => read(join('lib', file)))
    .filter((source) => source.includes('prom-client') || /from '(\.|@\/lib\/platform\/system)\/metrics'/.test(source))
    .flatMap((source) => [
      ...source.matchAll(/new (Counter|Gauge|Histogram)\(\{\s*name: '(\w+)'|(?:gauge|show)\(\s*'(\w+)'/g),
    ])
    .map(([, kind, name, gauge]) => ({ kind, name: name ?? gauge ?? '' }));
  const ofNode = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  return new Set([
    'up',
    ...ofNode,
    ...own.flatMap(({ kind, name }) =>
      kind === 'Histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  ]);
}

/** Names of metrics in an expression: words with an underscore that are no function, label or text, and `up`. */
const metricsOf = (expression: string) =>
  [
    ...expression
      .replace(/"[^"]*"/g, '""')
      .replace(/\bby \([^)]*\)/g, '')
      .matchAll(/\b(?:up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g),
  ].map(([name]) => name);

it('every metric in a rule or a picture is one that the portal shows', async () => {
  const known = await exposed();
  expect(known.size).toBeGreaterThan(45);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const used = expressions.flatMap(metricsOf);
  expect(new Set(used).size).toBeGreaterThan(20);
  expect(expressions.filter((expression) => metricsOf(expression).length === 0)).toEqual([]);
  expect([...new Set(used.filter((name) => !known.has(name)))]).toEqual([]);
});

it('every metric of our own has a picture', async () => {
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr)));
  const families = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  const own = [...(await exposed())].filter((name) => !/^(nodejs|process)_/.test(name)).map(families);
  expect([...new Set(own)].filter((name) => !shown.map(families).includes(name))).toEqual([]);
});

it('the runbook has a section for each alert, and no other, that says what it means, where to look and what to do', () => {
  const sections = read('docs/runbook.md').split(/^## /m).slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(names);
  for (const section of sections)
    for (const part of ['**Means**', '**Look at**', '**Do**']) expect(section).toContain(part);
});

it('each alert is tried both ways: where it fires, and where all is well', () => {
  const tried = read('deploy/watch/alerts.test.yml');
  for (const name of names) expect([name, tried.split(`alertname: ${name}`).length - 1]).toEqual([name, 2]);
});

it('an alert that a picture names is there, and every alert is named by one', () => {
  const told = panels.flatMap(({ description = '' }) => description.match(/Portal[A-Z]\w+/g) ?? []);
  expect([...new Set(told)].filter((name) => !names.includes(name))).toEqual([]);
  // A process that is started again has no curve.
  expect(names.filter((name) => !told.includes(name))).toEqual(['PortalRestarts']);
});

it('Prometheus reads the rules, and both kinds of processes', () => {
  const scraped = read('deploy/watch/prometheus.yml');
  for (const text of ['alerts.yml', 'portal-web', 'portal-gateway']) expect(scraped).toContain(text);
  expect(rules.every(({ expr }) => !/job="(?!portal-(web|gateway)")/.test(expr))).toBe(true);
  expect(existsSync('deploy/watch/grafana/datasources/prometheus.yml')).toBe(true);
});
