import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkImports } from '../../scripts/check-architecture.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';

// One small project in which every import breaks one rule, or keeps all of them.
const PROJECT = {
  'app/page.tsx': "import { a } from '@/lib/features/lifts/service'; export default a;",
  'app/fine.tsx': "import { card } from '@/components/lifts/card'; export default card;",
  'components/lifts/card.ts':
    "import { shape } from '@/lib/features/lifts/contract'; import { kit } from '@/components/kit/ui/kit'; export const card = [shape, kit];",
  'components/lifts/reach.ts':
    "import { row } from '@/components/calls/row'; import { db } from '@/lib/platform/db/client'; export const x = [row, db];",
  'components/lifts/borrow.ts':
    "import { picker } from '@/components/calls/shared/call-picker'; export const x = picker;",
  'components/lifts/own-way.ts': "import { one } from '@/lib/features/calls/one'; export const x = one;",
  'components/calls/row.ts': 'export const row = 1;',
  'components/lifts/near-picker.ts':
    "import { columns } from '@/components/calls/call-columns'; export const x = columns;",
  'components/calls/call-columns.ts': 'export const columns = 1;',
  'components/calls/shared/call-picker.tsx': 'export const picker = 1;',
  'components/kit/ui/kit.ts': 'export const kit = 1;',
  'components/kit/ui/knowing.ts': "import { row } from '@/components/calls/row'; export const x = row;",
  'lib/features/lifts/contract.ts': 'export const shape = 1;',
  'lib/features/lifts/service.ts':
    "import { open } from '@/lib/features/calls/internal/open'; import { shape } from '@/lib/features/calls/contract'; export const a = [open, shape];",
  'lib/features/lifts/short-cut.ts': "import { b } from '@/lib/features/calls/service'; export const x = b;",
  'lib/features/lifts/upwards.ts': "import { card } from '@/components/lifts/card'; export const x = card;",
  'lib/features/lifts/by-the-roof.ts': "import { door } from '@/lib/platform/door/door'; export const x = door;",
  'lib/features/calls/contract.ts': 'export const shape = 1;',
  'lib/features/calls/internal/open.ts': 'export const open = 1;',
  'lib/features/calls/service.ts': 'export const b = 1;',
  'lib/features/calls/one.ts': "import { two } from './two'; export const one = () => two;",
  'lib/features/calls/two.ts': "import { one } from './one'; export const two = () => one;",
  'lib/features/calls/lost.ts': "import { gone } from './gone'; export const x = gone;",
  'lib/features/visits/contract.ts':
    "import { shape } from '@/lib/features/parts/contract'; export const visit = shape;",
  'lib/features/visits/internal/visited.ts': 'export const visited = 1;',
  'lib/features/parts/contract.ts': 'export const shape = 1;',
  'lib/features/parts/service.ts':
    "import { visited } from '@/lib/features/visits/internal/visited'; export const x = visited;",
  'lib/live/units/door.ts': 'export const door = 1;',
  'lib/live/units/knowing.ts': "import { shape } from '@/lib/features/calls/contract'; export const x = shape;",
  'lib/live/telemetry/fake.ts': "import { lift } from '@/lib/programs/simulator/lift'; export const x = lift;",
  'lib/platform/auth/knowing.ts': "import { door } from '@/lib/live/units/door'; export const x = door;",
  'lib/platform/db/client.ts': 'export const db = 1;',
  'lib/platform/door/door.ts': 'export const door = 1;',
  'lib/platform/door/page-only.ts': "import { cookies } from 'next/headers'; export const x = cookies;",
  'lib/programs/gateway/main.ts': "import { x } from '@/lib/platform/door/page-only'; export const y = x;",
  'lib/programs/simulator/lift.ts': 'export const lift = 1;',
  'node_modules/next/package.json': '{"name":"next"}',
  'node_modules/next/headers.js': 'export const cookies = 1;',
  'package.json': '{"dependencies":{"next":"*"}}',
};

let root;
let result;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const [file, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  copyFileSync(inRoot('tsconfig.json'), join(root, 'tsconfig.json'));
  result = await checkImports({ root, from: ['app', 'components', 'lib'] });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('import rules', () => {
  it.each([
    ['app-through-the-door', 'app/page.tsx'],
    ['feature-components-apart', 'components/lifts/reach.ts'],
    ['components-no-server-code', 'components/lifts/reach.ts'],
    ['feature-components-apart', 'components/lifts/near-picker.ts'],
    ['components-reach-what-is-shared', 'components/lifts/own-way.ts'],
    ['kits-know-no-feature', 'components/kit/ui/knowing.ts'],
    ['features-meet-in-contracts', 'lib/features/lifts/short-cut.ts'],
    ['features-below-door', 'lib/features/lifts/by-the-roof.ts'],
    ['live-below-features', 'lib/live/units/knowing.ts'],
    ['floor-lowest', 'lib/platform/auth/knowing.ts'],
    ['programs-on-top', 'lib/live/telemetry/fake.ts'],
    ['no-circular-rooms', 'lib/features/visits'],
    ['lib-below-components', 'lib/features/lifts/upwards.ts'],
    ['no-circular', 'lib/features/calls/one.ts'],
    ['imports-resolve', 'lib/features/calls/lost.ts'],
    ['gateway-without-next', 'lib/programs/gateway/main.ts'],
    ['simulator-stands-alone', 'lib/live/telemetry/fake.ts'],
  ])('%s catches %s', (rule, from) => {
    expect(result.violations).toContainEqual(expect.objectContaining({ rule, from }));
  });

  it('let through what keeps them', () => {
    const blamed = new Set(result.violations.map(({ from }) => from));
    expect(
      [
        'app/fine.tsx',
        'components/lifts/card.ts',
        'components/lifts/borrow.ts',
        'lib/features/lifts/service.ts',
        'lib/features/calls',
      ].filter((file) => blamed.has(file)),
    ).toEqual([]);
  });

  it('are checked on files that were really read', () => {
    expect([...result.read].filter((file) => /\.tsx?$/.test(file))).toHaveLength(
      Object.keys(PROJECT).filter((file) => /\.tsx?$/.test(file)).length,
    );
  });
});
