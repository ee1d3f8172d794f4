import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '@/lib/config';
import { Environment } from '@/lib/environment';
import { SECRETS } from '@/lib/secret-files';
import { renderChart } from './support/render-chart';

/** The Helm chart, rendered with its own values. No cluster is asked. */

const read = (path: string) => readFileSync(`deploy/chart/${path}`, 'utf8');
const values = parse(read('values.yaml')) as Record<string, Record<string, unknown>>;
const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')));
const Env = z.array(z.object({ name: z.string(), value: z.string() }));
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  env: Env.default([]),
  securityContext: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
  readinessProbe: z.unknown().optional(),
  resources: z.unknown().optional(),
});
const Pod = z.looseObject({
  containers: z.array(Container),
  securityContext: z.unknown().optional(),
  affinity: z.unknown().optional(),
});
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
  spec: z.looseObject({ template: z.looseObject({ spec: Pod }).optional() }),
});
const manifestsOf = (rendered: ReadonlyMap<string, string>) =>
  [...rendered.values()]
    .flatMap((text) => parseAllDocuments(text, { version: '1.1' }))
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as unknown;
    })
    .filter((manifest) => manifest !== null)
    .map((manifest) => Manifest.parse(manifest));
const rendered = renderChart('deploy/chart');
const manifests = manifestsOf(rendered);
const pods = manifests.flatMap(({ kind, metadata, spec }) =>
  spec.template ? [{ kind, metadata, pod: spec.template.spec }] : [],
);
const names = (kind: string) =>
  manifests
    .filter((one) => one.kind === kind)
    .map(({ metadata }) => metadata.name)
    .sort();

it('renders to what is kept beside this test', () => {
  expect([...rendered].map(([name, text]) => `# ${name}\n${text}`).join('\n')).toMatchSnapshot();
});

it('runs web, gateways and jobs, migrates before, and is kept whole while nodes are emptied', () => {
  expect(names('Deployment')).toEqual(['portal-broker-hooks', 'portal-gateway', 'portal-jobs', 'portal-web']);
  expect(names('Service')).toEqual(names('Deployment'));
  expect(names('PodDisruptionBudget')).toEqual(['portal-gateway', 'portal-web']);
  expect(names('HorizontalPodAutoscaler')).toEqual(['portal-web']);
  expect(names('Ingress')).toEqual(['portal-gateway', 'portal-web']);
  expect(names('NetworkPolicy')).toEqual(['portal-broker-hooks', 'portal-gateway', 'portal-migrate', 'portal-web']);
  const migration = manifests.find(({ kind }) => kind === 'Job');
  expect(migration?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
});

it('where a bucket keeps the files, no volume is shared', () => {
  const apart = manifestsOf(renderChart('deploy/chart', { ...values, data: { ...values.data, isShared: false } }));
  expect(apart.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
  expect(JSON.stringify(apart)).not.toContain('persistentVolumeClaim');
  expect(JSON.stringify(apart)).toContain('{"name":"data","emptyDir":{"sizeLimit":"50Gi"}}');
});

it('every variable that it sets is a setting that the portal accepts', () => {
  const known = [...Object.keys(Environment.shape), ...SECRETS.map((name) => `${name}_FILE`)];
  expect(pods).toHaveLength(5);
  for (const { metadata, pod } of pods)
    for (const { env } of pod.containers) {
      expect([metadata.name, env.map(({ name }) => name).filter((name) => !known.includes(name))]).toEqual([
        metadata.name,
        [],
      ]);
      expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
      const plain = env.filter(({ name }) => !name.endsWith('_FILE'));
      expect(() => parseConfig(Object.fromEntries(plain.map(({ name, value }) => [name, value])))).not.toThrow();
      expect(plain.filter(({ name }) => /SECRET|PASSWORD|TOKEN|DATABASE_URL|REDIS_URL/.test(name))).toEqual([]);
    }
});

it('nothing of ours has rights or writes beside data and /tmp, and everything says how it is', () => {
  for (const { kind, metadata, pod } of pods) {
    expect([metadata.name, pod.securityContext]).toEqual([
      metadata.name,
      expect.objectContaining({ runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } }),
    ]);
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      if (kind !== 'Deployment') continue;
      expect([metadata.name, container.livenessProbe, container.readinessProbe, container.resources]).not.toContain(
        undefined,
      );
      const program = container.command?.at(-1) ?? 'dist/web.mjs';
      const image = ['scripts/lib/image-layout.mjs', 'scripts/lib/bundles.mjs']
        .map((path) => readFileSync(path, 'utf8'))
        .join('');
      expect(image).toContain(program.startsWith('dist/') ? `name: '${program.slice(5, -4)}'` : `'${program}'`);
    }
  }
  const spread = pods.filter(({ pod }) => pod.affinity !== undefined).map(({ metadata }) => metadata.name);
  expect(spread.sort()).toEqual(['portal-gateway', 'portal-jobs', 'portal-web']);
});

describe('the schema of the values', () => {
  const refused = (change: (copy: typeof values) => void) => {
    const copy = structuredClone(values);
    change(copy);
    return !schema.safeParse(copy).success;
  };

  it('takes the values as they come, and refuses what is unknown, missing or of another kind', () => {
    expect(schema.safeParse(values).error?.issues ?? []).toEqual([]);
    expect(refused((copy) => Object.assign(copy, { extra: 1 }))).toBe(true);
    expect(refused((copy) => Object.assign(copy.web ?? {}, { maxReplicas: 'many' }))).toBe(true);
    expect(refused((copy) => Object.assign(copy.settings ?? {}, { LOG_LEVL: 'info' }))).toBe(true);
    expect(refused((copy) => Object.assign(copy.settings ?? {}, { SMTP_URL_FILE: 'smtp://secret' }))).toBe(true);
    expect(refused((copy) => Object.assign(copy.settings ?? {}, { SMTP_URL_FILE: '/run/secrets/smtp-url' }))).toBe(
      false,
    );
    expect(refused((copy) => delete copy.settings?.TRUSTED_PROXIES)).toBe(true);
    expect(refused((copy) => delete copy.image)).toBe(true);
  });

  it('knows every setting but those that the chart decides, secrets as files', () => {
    const { properties } = z
      .object({ properties: z.object({ settings: z.object({ properties: z.record(z.string(), z.unknown()) }) }) })
      .parse(JSON.parse(read('values.schema.json')));
    const decided = new Set(
      pods.flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env.map(({ name }) => name.replace(/_FILE$/, '')))),
    );
    for (const name of Object.keys(values.settings ?? {})) decided.delete(name);
    // The image decides these; the embedded broker and demo data are not for a cluster.
    const others =
      /^(NODE_ENV|NEXT_DIST_DIR|DATA_DIR|PORT|HOST|GATEWAY_(PORT|HOST)|MQTT_(PORT|HOST|TLS_\w+)|DEMO(_\w+)?)$/;
    const expected = Object.keys(Environment.shape)
      .filter((name) => !decided.has(name) && !others.test(name))
      .map((name) => (SECRETS.some((secret) => secret === name) ? `${name}_FILE` : name));
    expect(Object.keys(properties.settings.properties).sort()).toEqual(expected.sort());
  });
});

it('with a claim and without Redis, hooks and rights to pull it is still whole', () => {
  const other = structuredClone(values);
  Object.assign(other.data ?? {}, { existingClaim: 'mine' });
  for (const part of ['redis', 'brokerHooks']) Object.assign(other[part] ?? {}, { enabled: false });
  Object.assign(other.image ?? {}, { pullSecrets: [{ name: 'key' }] });
  const changed = renderChart('deploy/chart', other);
  const kinds = manifestsOf(changed).map(({ kind }) => kind);
  expect(kinds).not.toContain('PersistentVolumeClaim');
  expect([...changed.values()].join('')).not.toContain('REDIS_URL');
  expect([...changed.values()].join('')).toContain('claimName: mine');
  expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(3);
});
