// `npm run lint`: runs ESLint over the whole repository and proves that our own rules work: it lints a few bad texts,
// and each must get its error. Both run in one process, because reading the types is the slow part.
import { ESLint } from 'eslint';

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
    text: 'async function f(): Promise<void> { return undefined; }\nexport const g = (x?: string) => { f(); return x!.length; };\n',
    blamed: ['@typescript-eslint/no-floating-promises', '@typescript-eslint/no-non-null-assertion'],
  },
  {
    filePath: 'lib/routes.ts',
    text: 'export const length = (text: string): number => text.length;\n',
    blamed: [],
    only: true,
  },
];

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
const results = await eslint.lintFiles('.');
const said = await (await eslint.loadFormatter('stylish')).format(results);
const deaf = await deafRules(eslint);
process.stdout.write(
  [said, ...deaf]
    .filter((line) => line !== '')
    .map((line) => `${line.trimEnd()}\n`)
    .join(''),
);
process.exitCode =
  deaf.length > 0 || results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0) ? 1 : 0;
