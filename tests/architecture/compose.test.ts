import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '@/lib/config';
import { Environment } from '@/lib/environment';
import { SECRETS } from '@/lib/secret-files';

/** `deploy/compose.yaml` and the files that its services read. No container engine is asked. */

const Service = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  healthcheck: z
    .object({ disable: z.boolean().optional(), test: z.array(z.string()).default([]) })
    .loose()
    .optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  volumes: z.record(z.string(), z.unknown()),
});

const text = readFileSync('deploy/compose.yaml', 'utf8');
const compose = Compose.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.includes('lift-portal'));
const SETTINGS = new Set([...Object.keys(Environment.shape), ...SECRETS.map((name) => `${name}_FILE`)]);

it('runs web and gateway twice, by role, with everything beside them', () => {
  expect(services.map(([name]) => name).sort()).toEqual(
    'broker broker-hooks gateway grafana ingress jobs migrate postgres prometheus redis web'.split(' '),
  );
  expect(ours.map(([name]) => name).sort()).toEqual(['broker-hooks', 'gateway', 'jobs', 'migrate', 'web']);
  for (const name of ['web', 'gateway']) expect(compose.services[name]).toMatchObject({ deploy: { replicas: 2 } });
  const watching = services.filter(([, { profiles }]) => profiles !== undefined);
  expect(watching.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['prometheus', ['watch']],
    ['grafana', ['watch']],
  ]);
});

it('every variable that it sets for the portal is a setting, and every service of ours takes what it sets', () => {
  for (const [name, { environment, secrets }] of ours) {
    expect([name, Object.keys(environment).filter((variable) => !SETTINGS.has(variable))]).toEqual([name, []]);
    const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
    expect([name, files.map(([, path]) => path.replace('/run/secrets/', '')).sort()]).toEqual([
      name,
      [...secrets].sort(),
    ]);
    const plain = Object.entries(environment).filter(([variable]) => !variable.endsWith('_FILE'));
    const values = plain.map(([variable, value]) => [
      variable,
      value.startsWith('${') ? 'https://lift.example' : value,
    ]);
    expect(() => parseConfig(Object.fromEntries(values) as Record<string, string>)).not.toThrow();
  }
});

it('no secret stands in an environment, and each is a file that is declared', () => {
  for (const [name, { environment, secrets }] of services) {
    const plain = Object.keys(environment).filter(
      (variable) => /PASSWORD|SECRET|TOKEN|DATABASE_URL|REDIS_URL/.test(variable) && !variable.endsWith('_FILE'),
    );
    expect([name, plain]).toEqual([name, []]);
    expect([name, secrets.filter((secret) => !(secret in compose.secrets))]).toEqual([name, []]);
  }
});

it('every service says whether it is well, but for the one that ends', () => {
  for (const [name, { healthcheck }] of services)
    expect([name, name === 'migrate' ? healthcheck?.disable : (healthcheck?.test.length ?? 0) > 1]).toEqual([
      name,
      true,
    ]);
});

it('services of ours have no rights, write nothing but data and wait for the database to be up to date', () => {
  for (const [name, service] of ours) {
    expect([name, service.user, service.read_only, service.cap_drop]).toEqual([name, '10001:10001', true, ['ALL']]);
    expect([name, service.volumes.filter((one) => !/^portal-data:\/data$|:ro$/.test(one))]).toEqual([name, []]);
    if (service.environment.DATABASE_URL_FILE && name !== 'migrate')
      expect([name, service.depends_on.migrate?.condition]).toEqual([name, 'service_completed_successfully']);
  }
  // Nobody runs as root but what starts so to give rights away, and keeps data of its own.
  const asTheyCome = services.filter(([, { user }]) => user === undefined).map(([name]) => name);
  expect(asTheyCome).toEqual(['broker', 'postgres', 'grafana']);
});

it('telemetry and browsers meet in one process, and somebody does the jobs', () => {
  expect(compose.services.gateway?.environment.GATEWAY_ROLES).toBe('ingest,realtime');
  expect(compose.services.gateway?.environment.REDIS_URL_FILE).toBeDefined();
  expect(compose.services.jobs?.environment.GATEWAY_ROLES).toBe('jobs');
  // Documents are drawn where jobs run.
  expect(compose.services.web?.environment.GATEWAY_URL).toBe('http://jobs:3001');
});

it('files that it mounts are there, programs that it starts are in the image, and no registry is named', () => {
  const mounted = services.flatMap(([, { volumes }]) => volumes).filter((one) => one.startsWith('./'));
  const missing = mounted
    .map((one) => `deploy/${one.split(':')[0]}`)
    .filter((path) => !/\/secrets\//.test(path) && !existsSync(path));
  expect(missing).toEqual([]);
  const layout = readFileSync('scripts/lib/image-layout.mjs', 'utf8') + readFileSync('scripts/lib/bundles.mjs', 'utf8');
  for (const [, { command, healthcheck }] of ours)
    for (const part of [...command, ...(healthcheck?.test ?? [])])
      if (/^scripts\//.test(part)) expect(layout).toContain(`'${part}'`);
      else if (/^dist\//.test(part)) expect(layout).toContain(`name: '${part.slice(5, -4)}'`);
  const images = services.map(([, { image }]) => image.replace(/^\$\{[A-Z_]+:-(.*)\}$/, '$1'));
  expect(images.filter((image) => /^[^/]+[.:][^/]*\//.test(image))).toEqual([]);
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '/';
  expect(base).toMatch(/^node:24-/);
});
