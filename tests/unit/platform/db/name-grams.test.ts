import fc from 'fast-check';
import { gramFilter, likeLiteral, nameGrams } from '@/lib/platform/db/name-grams';

describe('grams of a name', () => {
  it('are its characters and pairs, lower-cased, none across a blank', () => {
    expect(nameGrams('A座 客梯').sort()).toEqual(['a', 'a座', '座', '客', '客梯', '梯'].sort());
  });

  it('of a part are always among those of the whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '梯', '客', ' ', '1', '%', '𠮷'), maxLength: 12 }),
        fc.nat(12),
        fc.nat(12),
        (text, from, size) => {
          const part = Array.from(text)
            .slice(from, from + size)
            .join('');
          const whole = new Set(nameGrams(text));
          expect(gramFilter(part).searchGrams.hasEvery.every((gram) => whole.has(gram))).toBe(true);
        },
      ),
    );
  });

  it('a search asks for pairs, and for a single character only where it stands alone', () => {
    expect(gramFilter('一号梯').searchGrams.hasEvery).toEqual(['一号', '号梯']);
    expect(gramFilter('梯').searchGrams.hasEvery).toEqual(['梯']);
    expect(gramFilter('客梯 3').searchGrams.hasEvery.sort()).toEqual(['3', '客梯'].sort());
  });

  it('wildcards of LIKE become plain characters', () => {
    expect(likeLiteral('50%_\\')).toBe('50\\%\\_\\\\');
  });
});
