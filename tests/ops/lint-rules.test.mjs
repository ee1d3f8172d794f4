import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/root.mjs';

// Each text is linted as if it were this file.
const TEXTS = [
  ['lib/config.ts', "// 电梯\nexport * from './routes';\nexport const a: any = process.env.X;\n"],
  ['lib/routes.ts', 'export const a = process.env.X;\n'],
  [
    'lib/routes.ts',
    'async function f(): Promise<void> { return undefined; }\nexport const g = (x?: string) => { f(); return x!.length; };\n',
  ],
  ['lib/routes.ts', 'export const length = (text: string): number => text.length;\n'],
];
const PROGRAM = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint();
  const rules = [];
  for (const [filePath, text] of ${JSON.stringify(TEXTS)}) {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    rules.push(messages.map(({ ruleId, message }) => ruleId ?? message));
  }
  console.log(JSON.stringify(rules));
`;

let rules;
// ESLint runs as a program of its own, because it is no friend of Jest's modules.
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: inRoot(),
  });
  rules = JSON.parse(stdout);
}, 120_000);

describe('lint rules', () => {
  it('keep Chinese text, barrels and any out of the code', () => {
    expect(rules[0]).toEqual(
      expect.arrayContaining([
        'portal/no-chinese-in-code',
        'no-restricted-syntax',
        '@typescript-eslint/no-explicit-any',
      ]),
    );
  });

  it('let only the configuration read the environment', () => {
    expect(rules[0]).not.toContain('no-restricted-properties');
    expect(rules[1]).toEqual(['no-restricted-properties']);
  });

  it('keep promises from being dropped and outside data from being trusted', () => {
    expect(rules[2]).toEqual(
      expect.arrayContaining(['@typescript-eslint/no-floating-promises', '@typescript-eslint/no-non-null-assertion']),
    );
  });

  it('have nothing against good code', () => {
    expect(rules[3]).toEqual([]);
  });
});
