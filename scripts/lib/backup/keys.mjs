// The secrets of an installation, in a file of their own: of the form of a backup, so that a cut or changed one is refused.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { newFileSum, openBackup, readParts } from './read.mjs';
import { writeBackup } from './write.mjs';

export const KEYS = ['SESSION_SECRET', 'INTERNAL_SECRET'];
/** Files of a demo that hold secrets or belong to them (prisma/demo/files.ts). */
const DEMO_FILES = ['fleet.json', 'fleet-units.json', 'demo-accounts.json'];

/**
 * @param {import('node:stream').Writable} output
 * @param {{ secrets: Record<string, string | undefined>, dataDir: string, portal: string, passphrase?: string }} options
 * @throws {Problem} a secret is not known
 */
export async function writeKeys(output, { secrets, dataDir, portal, passphrase }) {
  const missing = KEYS.find((name) => !secrets[name]);
  if (missing) throw new Problem(`${missing} is not set, so it cannot be kept; set it as the portal has it.`);
  const files = newFileSum();
  const contents = [
    ...KEYS.map((name) => [`secrets/${name}`, Buffer.from(secrets[name])]),
    ...DEMO_FILES.filter((name) => existsSync(join(dataDir, name))).map((name) => [
      `demo/${name}`,
      readFileSync(join(dataDir, name)),
    ]),
  ];
  async function* parts() {
    for (const [path, content] of contents)
      yield { about: { kind: 'file', path }, chunks: once(content), onEnd: (end) => files.add(path, end) };
  }
  const manifest = () => ({ keys: true, tables: [], files: files.result() });
  await writeBackup(output, { made: new Date(), portal, passphrase, parts: parts(), manifest });
}

async function* once(content) {
  yield content;
}

/**
 * @param {string} file @param {string} [passphrase] @returns {Promise<{ secrets: Record<string, string>, demo: Record<string, Buffer> }>}
 * @throws {Problem}
 */
export async function readKeys(file, passphrase) {
  const secrets = {};
  const demo = {};
  const manifest = await readParts(await openBackup(file, passphrase), async ({ about, chunks }) => {
    const [kind, name] = String(about.path).split('/');
    const content = [];
    for await (const chunk of chunks) if (about.kind === 'file') content.push(chunk);
    if (kind === 'secrets' && KEYS.includes(name)) secrets[name] = Buffer.concat(content).toString();
    if (kind === 'demo' && DEMO_FILES.includes(name)) demo[name] = Buffer.concat(content);
  });
  if (!manifest.keys) throw new Problem(`${file} is a backup, not the file of keys.`);
  return { secrets, demo };
}
