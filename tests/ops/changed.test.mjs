import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { baseOf, changedFiles, reachedSpecs } from '../../scripts/lib/changed.mjs';

const FILES = {
  'app/layout.tsx': "import { Header } from '@/components/header/header';\n",
  'app/(portal)/lifts/page.tsx': "import { Lifts } from '@/components/lifts/lift-list';\n",
  'app/(portal)/calls/page.tsx': "import { Calls } from '@/components/calls/call-list';\n",
  'components/header/header.tsx': "import { name } from './name';\n",
  'components/header/name.ts': '',
  'components/lifts/lift-list.tsx': "const Dialog = () => import('./dialog');\n",
  'components/lifts/dialog.tsx': '',
  'components/calls/call-list.tsx': '',
  'lib/features/calls/service.ts': '',
  'lib/config.ts': '',
  'tests/e2e/lifts.spec.ts': "await page.goto('/lifts?key=1');\n",
  'tests/e2e/calls.spec.ts': "await page.goto('/calls');\n",
};
const BOTH = ['calls.spec.ts', 'lifts.spec.ts'];

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'changed-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('npm test -- --changed', () => {
  it.each([
    ['a file that one page imports, be it later', ['components/lifts/dialog.tsx'], ['lifts.spec.ts']],
    ['the service of a feature that one page shows', ['lib/features/calls/service.ts'], ['calls.spec.ts']],
    ['the texts of a feature', ['messages/en/calls.json'], ['calls.spec.ts']],
    ['what a layout shows on every page', ['components/header/name.ts'], BOTH],
    ['what lies below all features', ['lib/config.ts'], BOTH],
    ['a browser test', ['tests/e2e/calls.spec.ts'], ['calls.spec.ts']],
    ['documents', ['docs/architecture.md', 'README.md'], []],
  ])('uses the browser for %s where it can be seen', (_, changed, specs) => {
    expect(reachedSpecs(changed, root).sort()).toEqual(specs);
  });

  it('finds what was committed since and what is not committed yet', () => {
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    writeFileSync(join(root, 'lib/config.ts'), 'export {};\n');
    git('commit', '-qam', 'second');
    writeFileSync(join(root, 'lib/new.ts'), '');
    expect(changedFiles(baseOf(undefined, root), root).sort()).toEqual(['lib/config.ts', 'lib/new.ts']);
    expect(() => baseOf('no-such-commit', root)).toThrow('There is no commit "no-such-commit".');
  });
});
