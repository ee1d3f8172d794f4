import { CsvReader, parseCsv } from '@/lib/platform/files/csv';
import { splitNumbers } from '@/lib/features/projects/numbers';

describe('a CSV file', () => {
  it('is read as spreadsheets write it: BOM, CRLF, quotes, line breaks and commas inside of them', () => {
    expect(parseCsv('\ufeffa,b\r\n1,"x, ""y""\r\nz"\r\n\r\n ,\r\n2, two \r\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'x, "y"\r\nz'] },
      { line: 6, cells: ['2', 'two'] },
    ]);
  });
  it('may be separated by semicolons or tabs', () => {
    expect(parseCsv('a;b\n1,5;2')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1,5', '2'] },
    ]);
    expect(parseCsv('a\tb\n1\t2')[1]?.cells).toEqual(['1', '2']);
  });
  it('with a quote that never closes is over at its end; an empty one has no lines', () => {
    expect(parseCsv('a\n"1,2\n3')).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['1,2\n3'] },
    ]);
    expect(parseCsv('')).toEqual([]);
  });
});

describe('pasted numbers', () => {
  it('[PROJ-031] are split at spaces, commas and line breaks, each taken once', () => {
    expect(splitNumbers(' E-1 E-2,E-3\nE-4\r\nE-1\tE-5，E-6、E-7　E-8; ')).toEqual({
      numbers: ['E-1', 'E-2', 'E-3', 'E-4', 'E-5', 'E-6', 'E-7', 'E-8'],
      bad: [],
    });
  });
  it('what cannot be a number is told apart', () => {
    expect(splitNumbers('E-1 电梯 a/b')).toEqual({ numbers: ['E-1'], bad: ['电梯', 'a/b'] });
    expect(splitNumbers(' , ')).toEqual({ numbers: [], bad: [] });
  });
});

describe('a file in pieces', () => {
  const text = '\ufeffa;b\r\n"x ""y""";"1\n2"\r\n\r\n中;"z"';
  it.each([1, 2, 3, 7, 1000])('gives the same lines, %i characters at a time', (size) => {
    const reader = new CsvReader();
    const lines = [];
    for (let at = 0; at < text.length; at += size) lines.push(...reader.push(text.slice(at, at + size)));
    expect([...lines, ...reader.end()]).toEqual(parseCsv(text));
    expect(parseCsv(text).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['x "y"', '1\n2'],
      ['中', 'z'],
    ]);
  });
  it('does not take a quote that is never closed into memory', () => {
    const reader = new CsvReader(100);
    reader.push('a\n1\n');
    expect(() => reader.push(`"${'x'.repeat(200)}`)).toThrow('line 3 is too long');
  });
});
