import { db, pool } from '@/lib/platform/db/client';
import { containsText, gramFilter, nameGrams } from '@/lib/platform/db/name-grams';
import { useFreshDatabase } from '../../support/database';

describe('searching names', () => {
  useFreshDatabase();

  beforeAll(async () => {
    await db().branch.create({
      data: { branchCode: 'SH', branchId: 'b1', branchName: '上海', branchFullName: '上海分公司' },
    });
    const unit = { equipmentType: 'YAE_ELT', displayType: 'EV', branchCode: 'SH' } as const;
    await db().equipment.createMany({
      data: [
        { ...unit, equipmentNo: '10512345', equipmentName: '一号客梯', buildingName: '东方大厦' },
        { ...unit, equipmentNo: '10512346', equipmentName: '二号货梯 A座' },
        { ...unit, equipmentNo: '10512347', equipmentName: 'Lift 100%_B' },
      ],
    });
  });

  const find = async (key: string) => {
    const rows = await db().equipment.findMany({
      where: {
        AND: [
          gramFilter(key),
          {
            OR: [
              { equipmentName: containsText(key) },
              { equipmentNo: containsText(key) },
              { buildingName: containsText(key) },
            ],
          },
        ],
      },
      orderBy: { equipmentNo: 'asc' },
      select: { equipmentNo: true },
    });
    return rows.map(({ equipmentNo }) => equipmentNo);
  };

  it.each([
    ['two Chinese characters', '客梯', ['10512345']],
    ['one Chinese character', '梯', ['10512345', '10512346']],
    ['a building', '东方', ['10512345']],
    ['part of a number', '12346', ['10512346']],
    ['another case', 'a座', ['10512346']],
    ['across a blank', '梯 A', ['10512346']],
    ['a per cent sign as itself', '100%', ['10512347']],
    ['an underscore as itself', '%_b', ['10512347']],
    ['an underscore where there is none', '客_', []],
    ['characters that are there but apart', '一梯', []],
  ])('finds units by %s', async (_title, key, expected) => {
    expect(await find(key)).toEqual(expected);
  });

  it('takes wildcards in a keyword literally', async () => {
    const find = (key: string) => db().equipment.count({ where: { equipmentName: containsText(key) } });
    expect([await find('号_梯'), await find('0%'), await find('一%梯'), await find('\\')]).toEqual([0, 1, 0, 0]);
  });

  it('follows a changed name', async () => {
    await db().equipment.update({ where: { equipmentNo: '10512346' }, data: { equipmentName: '三号观光' } });
    expect(await find('观光')).toEqual(['10512346']);
    expect(await find('货梯')).toEqual([]);
  });

  it.each(['一号客梯', 'Lift 100%_B', 'A座\t3', '', '  ', '𠮷野家', 'ÀÉ'])(
    'takes the same grams in SQL and in code: %p',
    async (text) => {
      const { rows } = await pool().query<{ grams: string[] }>('SELECT name_grams($1) AS grams', [text]);
      expect([...(rows[0]?.grams ?? [])].sort()).toEqual(nameGrams(text).sort());
    },
  );

  it('has no grams for a missing name', async () => {
    const { rows } = await pool().query('SELECT name_grams(NULL) AS grams');
    expect(rows).toEqual([{ grams: [] }]);
  });

  it('answers a search for two Chinese characters from the index', async () => {
    await pool().query(
      `INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date)
       SELECT 'N' || n, '扶梯' || n, 'YAE_ESC', 'ES', 'SH', now() FROM generate_series(1, 20000) AS n`,
    );
    await pool().query('ANALYZE equipment');
    const { rows } = await pool().query<Record<'QUERY PLAN', string>>(
      `EXPLAIN SELECT equipment_no FROM equipment WHERE search_grams @> ARRAY['客梯'] AND equipment_name ILIKE '%客梯%'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('equipment_search_grams_idx');
  });

  it('knows Chinese letters, so that trigrams find three characters and more', async () => {
    const { rows } = await pool().query<{ trigrams: string[] }>("SELECT show_trgm('电梯') AS trigrams");
    expect(rows[0]?.trigrams.length).toBeGreaterThan(0);
  });
});
