import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveBuiltConfig } from '@/lib/programs/web/built-config';

const folder = mkdtempSync(join(tmpdir(), 'built-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function built(name: string, text: string): string {
  const distDir = join(folder, name);
  mkdirSync(distDir);
  writeFileSync(join(distDir, 'required-server-files.json'), text.replaceAll('DIST', distDir));
  return distDir;
}

/** What Next finds in its environment. */
function given(distDir: string) {
  const env: Record<string, string | undefined> = {};
  return { isGiven: giveBuiltConfig(distDir, env), config: env.__NEXT_PRIVATE_STANDALONE_CONFIG };
}

describe('a start of the web process', () => {
  it('takes the configuration from the build instead of compiling it again, all of it', () => {
    const distDir = built('made', '{"version":1,"config":{"distDir":"DIST","poweredByHeader":false},"files":[]}');
    const { isGiven, config } = given(distDir);
    expect(isGiven).toBe(true);
    expect(JSON.parse(config ?? '')).toEqual({ distDir, poweredByHeader: false });
  });

  it.each([
    ['of another folder', '{"config":{"distDir":"elsewhere"}}'],
    ['that is half written', '{"config":{"distDir":"DIST"'],
    ['without a folder', '{"config":{}}'],
  ])('leaves it to Next when the build has one %s', (name, text) => {
    expect(given(built(name, text))).toEqual({ isGiven: false, config: undefined });
  });

  it('leaves it to Next when nothing is built', () => {
    expect(given(join(folder, 'nothing'))).toEqual({ isGiven: false, config: undefined });
  });
});
