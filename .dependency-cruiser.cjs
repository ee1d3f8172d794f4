// The import rules of docs/architecture.md. Arrows point down only:
//   app → components/<feature> → components/kit
//   programs → door → features → live → the rest of platform → config
// `npm run arch` checks them, that no two rooms need each other (scripts/check-architecture.mjs), and that the TypeScript
// files were really read.

const DOOR = '^lib/platform/door/';
/** Everything of the platform but its roof. */
const FLOOR = '^lib/platform/(?!door/)';
const GENERATED = '^lib/platform/db/generated/';
/** Files through which one feature may use another. */
const MEETING = '[a-z-]*contract|state|value-sets|internal/[a-z-]+|shared/[a-z-]+';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other, be it for a type alone, are one file, or miss a third.',
      severity: 'error',
      // What Prisma writes is its own.
      from: { pathNot: GENERATED },
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: `^(server-only)$|${GENERATED}` },
    },
    {
      name: 'lib-below-components',
      comment: 'lib is used by components and app, never the other way round.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components)/' },
    },
    { name: 'components-below-app', severity: 'error', from: { path: '^components/' }, to: { path: '^app/' } },
    {
      name: 'floor-lowest',
      comment: "The platform's floor knows neither lifts nor features.",
      severity: 'error',
      from: { path: FLOOR },
      to: { path: `^lib/(live|features|programs)/|${DOOR}` },
    },
    {
      name: 'live-below-features',
      severity: 'error',
      from: { path: '^lib/live/' },
      to: { path: `^lib/(features|programs)/|${DOOR}` },
    },
    {
      name: 'features-below-door',
      comment: 'Features do not know who calls them; only the door runs services.',
      severity: 'error',
      from: { path: '^lib/features/' },
      to: { path: `^lib/programs/|${DOOR}` },
    },
    {
      name: 'programs-on-top',
      severity: 'error',
      from: { path: '^lib/(?!programs/)' },
      to: { path: '^lib/programs/' },
    },
    {
      name: 'features-meet-in-contracts',
      comment: 'Features meet through contract.ts, value-sets.ts and shared/ and, on the server, through internal/.',
      severity: 'error',
      from: { path: '^lib/features/([^/]+)/' },
      to: { path: '^lib/features/', pathNot: `^lib/features/($1/|[^/]+/(${MEETING})\\.ts$)` },
    },
    {
      name: 'components-no-server-code',
      comment: 'Components know contracts; services, the database and in-process calls stay on the server.',
      severity: 'error',
      from: { path: '^components/' },
      to: {
        path: '^lib/(features/[^/]+|live/[^/]+)/(service\\.ts$|internal/)|^lib/live/scope/|^lib/(platform/(db|jobs)|programs)/|^lib/live/realtime/server/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'app-through-the-door',
      comment: 'Pages load through sms(operation, input); only the door runs services.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^lib/(features/[^/]+|live/[^/]+)/(service\\.ts$|internal/)|^lib/platform/db/' },
    },
    {
      name: 'kits-know-no-feature',
      severity: 'error',
      from: { path: '^components/kit/' },
      to: { path: '^components/(?!kit/)|^lib/live/' },
    },
    {
      name: 'feature-components-apart',
      comment:
        'A feature shows another one through a page of app, or by what it lends in shared/ (picker, columns, the dialog that begins or moves one, how a number is said), or the piece belongs in a kit.',
      severity: 'error',
      from: { path: '^components/(?!kit/)([^/]+)/' },
      to: { path: '^components/(?!kit/)', pathNot: '^components/($1|[^/]+/shared)/' },
    },
    {
      name: 'components-reach-what-is-shared',
      comment: 'Of another feature, components know contract.ts, value-sets.ts and what lies in its shared/.',
      severity: 'error',
      from: { path: '^components/([^/]+)/' },
      to: {
        path: '^lib/features/',
        pathNot: `^lib/features/($1/|[^/]+/([a-z-]*contract|state|value-sets|shared/[a-z-]+)\\.ts$)`,
      },
    },
    {
      name: 'gateway-without-next',
      comment: 'The gateway is a plain Node process: nothing it reaches may need Next.',
      severity: 'error',
      from: { path: '^lib/programs/gateway/main\\.ts$' },
      to: { path: '(^|/)node_modules/next/|(^|/)node_modules/next-intl/.*server', reachable: true },
    },
    {
      name: 'gateway-without-react',
      severity: 'error',
      from: { path: '^lib/programs/gateway/main\\.ts$' },
      to: { path: '^(app|components)/|(^|/)node_modules/react(-dom)?/', reachable: true },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'The demo fleet speaks MQTT like a box; nothing in the product knows of it.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: '^lib/programs/simulator/' },
      to: { path: '^lib/programs/simulator/' },
    },
    {
      name: 'only-icons-import-the-set',
      comment: 'Icons are called what they mean here (docs/decisions/018-icons.md).',
      severity: 'error',
      from: { pathNot: '^components/kit/ui/icons\\.tsx$' },
      to: { path: '^node_modules/lucide' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^(app|components|lib|prisma)/' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'product-without-dev-packages',
      severity: 'error',
      from: { path: '^(app|components|lib|prisma)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|\\.data|\\.tmp)' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
