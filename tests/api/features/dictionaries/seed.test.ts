import { seedDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { textsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';

/** Dictionaries of an installation without demo data. */

useFreshDatabase();
const code = (gbCode: string) => db().gbCodeDict.findUnique({ where: { gbCode } });
const option = (name: string, value: string) => db().option.findUnique({ where: { name_value: { name, value } } });

describe('the dictionaries of every installation', () => {
  it('are there without demo data: options, codes with what they are about, check items', async () => {
    await seedDictionaries();
    expect(await option('scsa', '1')).toMatchObject({ label: '设备问题', labelEn: 'Equipment problem', enabled: true });
    expect(await code('41')).toMatchObject({ text: '主电源断电', kind: 'power', rule: 'C01', error: false });
    expect(await code('04')).toMatchObject({ kind: 'stop', rule: 'B03', error: true });
    // Number 7 is the standard's 07, and no controller's own.
    expect([await code('7'), (await code('07'))?.rule]).toEqual([null, 'B01']);
    expect(await code('12')).toMatchObject({ text: '关门故障', kind: 'door', rule: 'B04' });
    expect(await code('10002')).toMatchObject({ kind: 'entrapment', rule: 'A01' });
    expect(
      await db().maintenanceItemTemplate.count({ where: { maintenanceType: 'YAE_ELE_BI', displayType: 'EV' } }),
    ).toBeGreaterThan(10);
  });
  it('tell many at once what a code means, of at most half a minute ago', async () => {
    const now = Date.now();
    const textAt = async (sec: number) => (await textsOfCodes('zh-CN', now + sec * 1000)).get('41');
    expect(await textAt(0)).toBe('主电源断电');
    await db().gbCodeDict.update({ where: { gbCode: '41' }, data: { text: '停电' } });
    expect([await textAt(29), await textAt(31)]).toEqual(['主电源断电', '停电']);
    await db().gbCodeDict.update({ where: { gbCode: '41' }, data: { text: '主电源断电' } });
  });
  it('are the same when they are seeded again, and from two programs at once', async () => {
    const all = () => Promise.all([db().option.findMany(), db().gbCodeDict.findMany(), db().seedMark.findMany()]);
    const before = await all();
    await Promise.all([seedDictionaries(), seedDictionaries()]);
    expect(await all()).toEqual(before);
  });
  it('leave what the installation changed, added or removed', async () => {
    await db().option.update({ where: { name_value: { name: 'scsa', value: '1' } }, data: { label: '电梯本体' } });
    await db().option.delete({ where: { name_value: { name: 'scsa', value: '6' } } });
    await db().gbCodeDict.create({ data: { gbCode: 'E77', text: '自定义', kind: 'stop' } });
    await seedDictionaries();
    expect(await option('scsa', '1')).toMatchObject({ label: '电梯本体' });
    expect(await option('scsa', '6')).toBeNull();
    expect(await code('E77')).toMatchObject({ text: '自定义', kind: 'stop' });
  });
  it('follow a new version where nobody changed them, and only there', async () => {
    const mark = { dictionary_key: { dictionary: 'option', key: 'scsa 2' } };
    const current = await db().seedMark.findUniqueOrThrow({ where: mark });
    // As an older version left it: its text, and the mark of that text.
    await db().$executeRaw`UPDATE option SET label = '旧文字' WHERE name = 'scsa' AND value = '2'`;
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256')
      .update(JSON.stringify(['scsa', '2', '旧文字', 'Normal on arrival', 1]))
      .digest('hex');
    await db().seedMark.update({ where: mark, data: { hash } });
    await db().seedMark.update({
      where: { dictionary_key: { dictionary: 'option', key: 'scsa 1' } },
      data: { hash: 'an older one' },
    });
    await seedDictionaries();
    expect(await option('scsa', '2')).toMatchObject({ label: '到场正常' });
    expect(await db().seedMark.findUnique({ where: mark })).toEqual(current);
    expect(await option('scsa', '1')).toMatchObject({ label: '电梯本体' });
  });
  it('complete codes that an older version wrote without saying what they are about', async () => {
    await db().seedMark.deleteMany({ where: { dictionary: 'gb_code_dict' } });
    await db().gbCodeDict.update({ where: { gbCode: '02' }, data: { kind: 'error', rule: null } });
    await db().gbCodeDict.update({ where: { gbCode: '03' }, data: { text: '开门不到位', kind: 'error', rule: null } });
    await seedDictionaries();
    expect(await code('02')).toMatchObject({ kind: 'door', rule: 'B04' });
    expect(await code('03')).toMatchObject({ text: '开门不到位', kind: 'error', rule: null });
  });
});
