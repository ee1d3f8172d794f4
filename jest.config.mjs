// One runner, five projects: `jest --selectProjects unit|components|architecture|api|api-serial`.
import { existsSync, readFileSync } from 'node:fs';
import nextJest from 'next/jest.js';

/**
 * Packages that are ES modules only and so have to be compiled for Jest's CommonJS runtime. Read from
 * the lock file, because a list kept by hand breaks with every dependency that moves to ESM.
 */
function esmPackages() {
  const lock = JSON.parse(readFileSync(new URL('./package-lock.json', import.meta.url), 'utf8'));
  const names = new Set();
  for (const place of Object.keys(lock.packages)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0) continue;
    const manifest = new URL(`./${place}/package.json`, import.meta.url);
    if (!existsSync(manifest)) continue;
    if (JSON.parse(readFileSync(manifest, 'utf8')).type === 'module')
      names.add(place.slice(at + 'node_modules/'.length));
  }
  return [...names].sort();
}

/** CommonJS that loads the rest by `import()`, which Jest's runtime has for its own modules only. */
const IMPORTING = ['@opentelemetry/otlp-exporter-base'];

const escaped = (name) => name.replace(/[.+/]/g, (character) => `\\${character}`);
// A path is left alone when the package nearest to the file is neither ESM nor the file an .mjs.
const compiled = [...esmPackages(), ...IMPORTING].map(escaped).join('|');
const transformIgnorePatterns = [
  `/node_modules/(?!(?:${compiled}|@prisma/client/runtime)/)(?!.*/node_modules/)(?!.*\\.mjs$)`,
  '^.+\\.module\\.css$',
];

const withNext = nextJest({});

/** Not where temporary files go: what was compiled serves the next run. */
const CACHE = '<rootDir>/.tmp/jest';

/** next/jest appends to its own ignore patterns and cannot be told otherwise, so ours go in afterwards. */
async function project(displayName, options) {
  const { testFiles, leftOut = [], mapper = {}, ...rest } = options;
  const config = await withNext({
    displayName,
    cacheDirectory: CACHE,
    testMatch: testFiles.map((pattern) => `<rootDir>/tests/${pattern}`),
    moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1', ...mapper },
    moduleFileExtensions: ['ts', 'tsx', 'mts', 'js', 'mjs', 'cjs', 'jsx', 'json', 'node'],
    // Jest's clean-up of globals wraps objects that all test files share once more for every file, until the stack overflows.
    testEnvironmentOptions: { globalsCleanup: 'off' },
    testPathIgnorePatterns: [
      '<rootDir>/tests/.*/support/',
      '<rootDir>/tests/support/',
      ...leftOut.map((file) => `<rootDir>/tests/${file}$`),
    ],
    modulePathIgnorePatterns: ['<rootDir>/\\.next', '<rootDir>/dist', '<rootDir>/\\.data', '<rootDir>/\\.tmp'],
    watchPathIgnorePatterns: ['<rootDir>/\\.data', '<rootDir>/\\.tmp', '<rootDir>/dist'],
    ...rest,
  })();
  // The projects differ in where their tests run alone: what is compiled and found for one serves them all.
  return { ...config, id: 'portal', transform: compiledByUs(config.transform), transformIgnorePatterns };
}

/** Next's compiler with a key that projects share (tests/support/transform.cjs). */
function compiledByUs(transform) {
  const entries = Object.entries(transform).map(([pattern, [compiler, options]]) => {
    if (!/swc.jest-transformer/.test(compiler)) throw new Error(`Next compiles by ${compiler}, which is not wrapped.`);
    return [pattern, ['<rootDir>/tests/support/transform.cjs', options]];
  });
  return Object.fromEntries(entries);
}

const TEST = '*.test.{ts,tsx,mjs}';

/** Tests of the API that count milliseconds, or build a portal: they want the machine to themselves. */
const SERIAL = [
  'features/projects/scale',
  'hostile/sign-in-times',
  'live/realtime/rtc',
  'live/telemetry/flaps',
  'platform/auth/pages/without-middleware',
].map((file) => `api/${file}.test.ts`);
// A file that was moved would otherwise run beside the others, unseen.
for (const file of SERIAL)
  if (!existsSync(new URL(`./tests/${file}`, import.meta.url))) throw new Error(`tests/${file} does not exist.`);

// Next compiles for the server where the name of the environment says so: `jest-environment-node`.
const ON_NODE = { testEnvironment: '<rootDir>/tests/support/jest-environment-node.cjs' };
const onDatabase = {
  testEnvironment: '<rootDir>/tests/support/jest-environment-node-with-database.cjs',
  globalSetup: '<rootDir>/tests/api/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/api/support/global-teardown.ts',
};

export default async function jestConfig() {
  return {
    // Long enough for a machine that does much else: how long something takes is judged where it is meant.
    testTimeout: 60_000,
    cacheDirectory: CACHE,
    // Jest's own choice leaves one core to the person; on two cores that is half of the machine.
    maxWorkers: '100%',
    testSequencer: '<rootDir>/tests/support/longest-first.cjs',
    projects: [
      await project('unit', { ...ON_NODE, testFiles: [`unit/**/${TEST}`, `ops/**/${TEST}`] }),
      await project('components', {
        testEnvironment: '<rootDir>/tests/support/jsdom-environment.cjs',
        setupFilesAfterEnv: ['<rootDir>/tests/support/jsdom-setup.ts'],
        testFiles: [`components/**/${TEST}`],
      }),
      await project('architecture', { ...ON_NODE, testFiles: [`architecture/**/${TEST}`] }),
      await project('api', { ...onDatabase, testFiles: [`api/**/${TEST}`], leftOut: SERIAL }),
      await project('api-serial', { ...onDatabase, testFiles: SERIAL }),
    ],
  };
}
