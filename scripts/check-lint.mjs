// `npm run lint`: runs ESLint over the whole repository, and oxlint for the rules that read types, which it does natively; and
// proves that our own rules work: it lints a few bad texts, and each must get its error.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { runOwned } from './lib/owned.mjs';
import { inRoot } from './lib/root.mjs';

/** The rule that each text must break; none: the text is good. `only`: and no other rule. */
const PROBES = [
  {
    filePath: 'lib/config.ts',
    text: "// 电梯\nexport * from './routes';\nexport const a: any = process.env.X;\n",
    blamed: ['portal/no-chinese-in-code', 'no-restricted-syntax', '@typescript-eslint/no-explicit-any'],
    never: ['no-restricted-properties'],
  },
  {
    filePath: 'lib/routes.ts',
    text: 'export const a = process.env.X;\n',
    blamed: ['no-restricted-properties'],
    only: true,
  },
  {
    filePath: 'lib/routes.ts',
    text: 'export const g = (x?: string) => x!.length;\n',
    blamed: ['@typescript-eslint/no-non-null-assertion'],
  },
  {
    filePath: 'lib/routes.ts',
    text: 'export const length = (text: string): number => text.length;\n',
    blamed: [],
    only: true,
  },
];

/** The same for the rules that read types: a text, and the rule that it breaks; none: the text is good. */
const TYPED_PROBES = [
  ['async function f(): Promise<void> {}\nf();\n', 'typescript(no-floating-promises)'],
  ['async function f(): Promise<boolean> { return true; }\nif (f()) await f();\n', 'typescript(no-misused-promises)'],
  ['async function f(): Promise<void> {}\nvoid f();\n[1].forEach(async () => f());\nexport {};\n'],
];

/** Runs oxlint, which reads the types. @returns {Promise<{ code: number, said: string[] }>} */
async function readTypes(...args) {
  const said = [];
  const { code } = await runOwned(
    process.execPath,
    [inRoot('node_modules/oxlint/bin/oxlint'), '--config', inRoot('.oxlintrc.json'), '--type-aware', ...args],
    { name: 'oxlint', onLine: (line) => said.push(line) },
  );
  return { code, said };
}

/** @returns {Promise<string[]>} a line for each rule that reads types and did not work */
async function deafTypedRules() {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    const options = { strict: true, target: 'ES2023', module: 'esnext', moduleResolution: 'bundler', types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    TYPED_PROBES.forEach(([text], index) => writeFileSync(join(folder, `probe-${index}.ts`), text));
    const { said } = await readTypes('--format', 'unix', folder);
    return TYPED_PROBES.flatMap(([text, blamed], index) => {
      const complaints = said.filter((line) => line.includes(`probe-${index}.ts:`));
      if (!blamed) return complaints.map((complaint) => `${complaint} of: ${text}`);
      return complaints.some((line) => line.includes(blamed))
        ? []
        : [`${blamed} did not see what is wrong in: ${text}`];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns {Promise<string[]>} a line for each rule that did not work */
async function deafRules(eslint) {
  const lines = [];
  for (const { filePath, text, blamed, never = [], only = false } of PROBES) {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    const found = messages.map(({ ruleId, message }) => ruleId ?? message);
    for (const rule of blamed) if (!found.includes(rule)) lines.push(`${rule} did not see what is wrong in: ${text}`);
    for (const rule of found)
      if (never.includes(rule) || (only && !blamed.includes(rule))) lines.push(`${rule} complained of: ${text}`);
  }
  return lines;
}

const eslint = new ESLint();
const typed = await readTypes('.');
const results = await eslint.lintFiles('.');
const said = await (await eslint.loadFormatter('stylish')).format(results);
const deaf = [...(await deafTypedRules()), ...(await deafRules(eslint))];
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.stdout.write(
  [...(typed.code === 0 ? [] : typed.said), said, ...deaf]
    .filter((line) => line !== '')
    .map((line) => `${line.trimEnd()}\n`)
    .join(''),
);
process.exitCode = typed.code !== 0 || deaf.length > 0 || !isClean ? 1 : 0;
