// The import rules of docs/architecture.md: app → components/<feature> → lib/<feature> → shared lib.
// `npm run arch` checks them and that the TypeScript files were really read.

/** Parts of lib that every feature may use; every other folder of lib is a feature. */
const SHARED_LIB = 'sms|auth|realtime|live|i18n|db|files|mail|jobs|system|session|sms-gateway|local-log';
/** Kits that know nothing of lifts. */
const SHARED_COMPONENTS = 'ui|list|form|charts|player|layout|theme';
/** Programs and tables that put features together. */
const ROOTS = '^lib/(gateway|web|admin|simulator)/|^lib/platform/door/(registry|services|openapi)\\.ts$|^lib/routes\\.ts$';
/** Files through which one feature may use another. */
const MEETING = 'contract|internal|value-sets';
/** Pieces that a feature makes for the dialogs of others. */
const PICKER = '^components/[^/]+/[^/]+-picker\\.tsx$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two modules that need each other are one module, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(server-only)$|db/generated/' },
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
      name: 'components-no-server-code',
      comment: 'Components know contracts; services, the database and in-process calls stay on the server.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^lib/[^/]+/(service|internal)\\.ts$|^lib/(db|gateway|web|jobs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'app-through-the-door',
      comment: 'Pages load through sms(operation, input); only the door runs services.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^lib/[^/]+/(service|internal)\\.ts$|^lib/platform/db/' },
    },
    {
      name: 'kits-know-no-feature',
      severity: 'error',
      from: { path: `^components/(${SHARED_COMPONENTS})/` },
      to: { path: '^components/', pathNot: `^components/(${SHARED_COMPONENTS})/` },
    },
    {
      name: 'feature-components-apart',
      comment: 'A feature shows another one through a page of app, or by its picker, or the piece belongs in a kit.',
      severity: 'error',
      from: { path: '^components/([^/]+)/', pathNot: `^components/(${SHARED_COMPONENTS})/` },
      to: { path: '^components/', pathNot: `^components/($1|${SHARED_COMPONENTS})/|${PICKER}` },
    },
    {
      name: 'features-meet-in-contracts',
      comment: 'Features meet through contract.ts and, on the server, internal.ts.',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: `^lib/(${SHARED_LIB})/|${ROOTS}` },
      to: { path: '^lib/[^/]+/', pathNot: `^lib/($1|${SHARED_LIB})/|^lib/[^/]+/(${MEETING})\\.ts$` },
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
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
    skipAnalysisNotInRules: true,
  },
};
