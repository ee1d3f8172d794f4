import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one feature lends to others: `lib/features/<noun>/internal/` and `shared/`, `components/<noun>/shared/`. */
const LENT = /^(?:lib\/features|components)\/[^/]+\/(?:internal|shared)\//;
const PASSED_ON = /^export (?:type )?(?:\*|\{)/m;

const sources = ['lib/features', 'components'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.tsx?$/.test(file)),
);

describe('what a feature lends', () => {
  it('is its files themselves: none passes on what another file defines', () => {
    expect(sources.filter((file) => LENT.test(file)).length).toBeGreaterThan(80);
    expect(sources.filter((file) => PASSED_ON.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('lies in folders, not in a file of that name', () => {
    expect(sources.filter((file) => /\/(?:internal|shared)\.tsx?$/.test(file))).toEqual([]);
  });
});
