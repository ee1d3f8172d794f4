import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtConfig } from '@/lib/programs/web/built-config';

const folder = mkdtempSync(join(tmpdir(), 'built-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function built(name: string, text: string): string {
  const distDir = join(folder, name);
  mkdirSync(distDir);
  writeFileSync(join(distDir, 'required-server-files.json'), text.replaceAll('DIST', distDir));
  return distDir;
}

describe('a start of the web process', () => {
  it('takes the configuration from the build instead of compiling it again, all of it', () => {
    const distDir = built('made', '{"version":1,"config":{"distDir":"DIST","poweredByHeader":false},"files":[]}');
    expect(JSON.parse(builtConfig(distDir) ?? '')).toEqual({ distDir, poweredByHeader: false });
  });

  it.each([
    ['of another folder', '{"config":{"distDir":"elsewhere"}}'],
    ['that is half written', '{"config":{"distDir":"DIST"'],
    ['without a folder', '{"config":{}}'],
  ])('leaves it to Next when the build has one %s', (name, text) => {
    expect(builtConfig(built(name, text))).toBeUndefined();
  });

  it('leaves it to Next when nothing is built', () => {
    expect(builtConfig(join(folder, 'nothing'))).toBeUndefined();
  });
});
