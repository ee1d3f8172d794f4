import { readFileSync } from 'node:fs';
import { missingEntries } from '../../scripts/complete-lock.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';

const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

describe('the lock file', () => {
  it('describes every platform, or npm ci refuses it (node scripts/complete-lock.mjs)', () => {
    expect(missingEntries(lock.packages).map(([place]) => place)).toEqual([]);
  });

  it('names no address: packages come from whatever registry the machine uses', () => {
    expect(
      Object.entries(lock.packages)
        .filter(([, { resolved }]) => resolved !== undefined)
        .map(([place]) => place),
    ).toEqual([]);
  });

  it('is completed with exact versions and the platform each is for', () => {
    const packages = {
      '': {},
      'node_modules/native': {
        optionalDependencies: { '@native/linux-x64': '1.2.3', '@native/darwin-arm64': '1.2.3', fsevents: '~2.3.2' },
      },
      'node_modules/@native/linux-x64': { version: '1.2.3' },
    };
    expect(missingEntries(packages)).toEqual([
      ['node_modules/@native/darwin-arm64', { version: '1.2.3', cpu: ['arm64'], optional: true, os: ['darwin'] }],
    ]);
  });
});
