import { z } from 'zod';
import { validate } from '@/lib/platform/contract/validate';
import { AppError } from '@/lib/platform/contract/errors';
import { rowFaults } from '@/lib/platform/files/row-faults';

const Row = z.object({
  no: z.string('required').min(1, 'required'),
  kind: z.preprocess((value) => (value === '' ? undefined : value), z.enum(['a', 'b'], 'badValue').optional()),
  floors: z.preprocess(Number, z.number('badValue').int('badValue').min(1, 'badValue').max(200, 'badValue')).nullish(),
  name: z.string().max(5, 'tooLong').nullish(),
  endDate: z
    .string()
    .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value), 'badValue')
    .nullish(),
});

function said(row: object, language: 'en' | 'zh-CN'): string {
  try {
    validate(Row, row);
  } catch (error) {
    if (error instanceof AppError) return rowFaults(Row, error, language);
  }
  return '';
}

it('says every fault of a row, and what would be right', () => {
  const row = { kind: 'c', floors: 'x', name: 'too long', endDate: '1.3.2026' };
  expect(said(row, 'en').split('; ')).toEqual([
    'no: Required',
    'kind: Not valid (one of a, b)',
    'floors: Not valid (1 to 200)',
    'name: Too long (at most 5 characters)',
    'endDate: Not valid (yyyy-MM-dd)',
  ]);
  expect(said({ no: '1', kind: 'c' }, 'zh-CN')).toMatch(/（可填：a, b）$/);
});
