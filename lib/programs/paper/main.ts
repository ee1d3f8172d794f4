import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paperCompiler } from '@/lib/platform/pdf/compile';
import { Paper } from '@/lib/platform/pdf/paper';

/** Draws the documents that its parent, the gateway, sends: one after the other, until the parent is gone. */

const FONTS = [
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];

const { resolve } = createRequire(import.meta.url);
const workspace = mkdtempSync(join(tmpdir(), 'paper-'));
const compiler = paperCompiler(
  FONTS.map((font) => readFileSync(resolve(font))),
  workspace,
);
rmdirSync(workspace);

process.on('message', (message: { id: number; paper: unknown }) => {
  const { id } = message;
  try {
    const pdf = compiler.draw(Paper.parse(message.paper));
    process.send?.({ id, pdf, rss: process.memoryUsage.rss() });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
// Signals are meant for the gateway, which sends the last document off before it lets go.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.({ isReady: true });
