import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a list costs at most: its page, its components without dialogs and pickers, and its part of lib without the contract.
 * The log of text messages has twelve columns, eight filters, an export, bulk actions, and rules of its own on the server
 * (scope, phones, reasons, history); its page bears the log of e-mails as a tab.
 */
const LISTS = {
  branches: {
    route: 'branchList',
    noun: 'branches',
    others: ['service.ts'],
    most: 75,
  },
  authorities: { route: 'authorityList', noun: 'authorities', others: ['service.ts'], most: 108 },
  'sms-log': { route: 'smsLogList', noun: 'text-messages', others: ['send.ts'], most: 256 },
} as const;

const isOwn = (file: string, others: readonly string[]) =>
  /\.tsx?$/.test(file) && file !== 'contract.ts' && !/-dialog\.tsx$/.test(file) && !others.includes(file);
/** Lines that say something: no imports, comments or empty ones. */
function linesOf(file: string): number {
  const source = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^import[\s\S]*?;$/gm, '');
  return source.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|'use client')/.test(line)).length;
}

describe('a list', () => {
  it.each(Object.entries(LISTS))('%s keeps its server side in list, export and service', (_name, { noun }) => {
    const files = readdirSync(join('lib/features', noun));
    expect(files).toEqual(expect.arrayContaining(['contract.ts', 'list.ts', 'service.ts']));
    const exports = readFileSync(join('lib/features', noun, 'contract.ts'), 'utf8').includes('fileOutput');
    expect(files.includes('export.ts')).toBe(exports);
  });

  it.each(Object.entries(LISTS))(
    '%s costs no more lines of its own, beside its dialogs and writes, than it does today',
    (name, list) => {
      const folders = [
        join('app/(portal)', list.route),
        join('components', list.noun),
        join('lib/features', list.noun),
      ];
      const own = folders.flatMap((folder) =>
        readdirSync(folder)
          .filter((file) => isOwn(file, list.others))
          .map((file) => join(folder, file)),
      );
      expect(own.length).toBeGreaterThan(3);
      const lines = own.reduce((sum, file) => sum + linesOf(file), 0);
      expect([name, lines <= list.most ? 'within' : lines]).toEqual([name, 'within']);
    },
  );
});
