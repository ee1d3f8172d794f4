import nextCoreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';

/** Chinese lives in messages/, prisma/demo and tests; code takes every text from the messages. */
const noChineseInCode = {
  meta: { type: 'problem', schema: [], messages: { found: 'Chinese text belongs in messages/: {{ text }}' } },
  create(context) {
    const chinese = /[\u2e80-\u303f\u3040-\u9fff\uf900-\ufaff\uff00-\uffef]+/gu;
    return {
      Program() {
        context.sourceCode.lines.forEach((line, index) => {
          for (const match of line.matchAll(chinese)) {
            const start = { line: index + 1, column: match.index };
            const end = { line: index + 1, column: match.index + match[0].length };
            context.report({ loc: { start, end }, messageId: 'found', data: { text: match[0] } });
          }
        });
      },
    };
  },
};

/** Rules about JSX, a tenth of the time of all rules; files that cannot hold any are spared them. Those of hooks stay. */
const JSX_RULES = [...nextCoreWebVitals]
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^(react|jsx-a11y)\//.test(name));

/** Rules for which React's compiler reads the whole file, two thirds of the time of all rules; those of the hooks themselves read nothing. */
const COMPILER_RULES = [...nextCoreWebVitals]
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^react-hooks\/(?!rules-of-hooks$|exhaustive-deps$)/.test(name));

const portal = { rules: { 'no-chinese-in-code': noChineseInCode } };
const CODE = ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/**/*.{ts,tsx}', 'middleware.ts'];
const TYPESCRIPT = ['**/*.{ts,tsx}'];
const ENVIRONMENT = { object: 'process', property: 'env', message: 'Read settings from lib/config.ts.' };
const BARREL = { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that owns the thing.' };
const FIXED_PORT = {
  selector:
    "Property[key.name='port'] > Literal[value>1023], CallExpression[callee.property.name='listen'] > Literal.arguments[value>1023]",
  message: 'Two suites may run on one machine: take free ports from tests/support/ports.ts, or listen on 0.',
};
const DEFAULT_EXPORT = { selector: 'ExportDefaultDeclaration', message: 'Default exports only where Next wants them.' };

const config = [
  {
    ignores: [
      '.next*/**',
      'dist*/**',
      '.data*/**',
      '.tmp/**',
      'coverage/**',
      'next-env.d.ts',
      'lib/platform/db/generated/**',
      'playwright-report/**',
      'test-results/**',
      'public/**',
    ],
  },
  ...nextCoreWebVitals,
  ...nextTypescript,
  // eslint-plugin-react finds the version out through an API that ESLint 10 no longer has.
  { settings: { react: { version: '19.3' } } },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'import/no-anonymous-default-export': 'off',
    },
  },
  {
    files: TYPESCRIPT,
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: CODE,
    plugins: { portal },
    rules: {
      'portal/no-chinese-in-code': 'error',
      'no-console': 'error',
      'no-restricted-properties': ['error', ENVIRONMENT],
      'no-restricted-syntax': ['error', BARREL],
    },
  },
  {
    files: ['components/**/*.{ts,tsx}', 'lib/**/*.ts'],
    ignores: ['lib/platform/i18n/request.ts'],
    rules: { 'no-restricted-syntax': ['error', BARREL, DEFAULT_EXPORT] },
  },
  { files: ['**/*.{ts,mjs,cjs,js}'], rules: Object.fromEntries(JSX_RULES.map((name) => [name, 'off'])) },
  // Nothing of these is compiled into a page.
  {
    files: ['{tests,scripts,prisma,deploy}/**', '*.{mjs,ts}'],
    rules: Object.fromEntries(COMPILER_RULES.map((name) => [name, 'off'])),
  },
  { files: ['prisma/**/*.ts'], rules: { 'no-restricted-properties': ['error', ENVIRONMENT] } },
  { files: ['lib/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  // There are no components here: `useX` is a helper that registers hooks of the test runner.
  { files: ['tests/{api,unit,e2e}/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  { files: ['tests/api/**'], rules: { 'no-restricted-syntax': ['error', FIXED_PORT] } },
  {
    files: ['tests/e2e/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@playwright/test',
              importNames: ['test'],
              message: 'Take it from support/test: it closes what people opened.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
];

export default config;
