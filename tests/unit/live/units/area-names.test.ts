import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PROVINCES, shortCity, shortProvince } from '@/lib/live/units/area-names';

const Outlines = z.object({
  source: z.string().min(1),
  licence: z.literal('Apache-2.0'),
  date: z.iso.date(),
  features: z.array(
    z.object({
      properties: z.object({
        code: z.string().regex(/^\d{6}$/),
        name: z.string(),
        centre: z.array(z.number()).length(2),
      }),
      geometry: z.object({ coordinates: z.array(z.array(z.array(z.array(z.number()).length(2)).min(2))).min(1) }),
    }),
  ),
});
const outlines = (name: string) =>
  Outlines.parse(JSON.parse(readFileSync(`public/map/${name}.json`, 'utf8'))).features.map(
    ({ properties }) => properties.name,
  );

describe('Names of areas', () => {
  it.each([
    ['上海市', '上海'],
    ['广东省', '广东'],
    ['广西壮族自治区', '广西'],
    ['宁夏回族自治区', '宁夏'],
    ['新疆维吾尔自治区', '新疆'],
    ['内蒙古自治区', '内蒙古'],
    ['西藏', '西藏'],
    ['香港特别行政区', '香港'],
  ])('%s is %s', (name, short) => {
    expect(shortProvince(name)).toBe(short);
  });

  it('drops the ending of a city, never the whole name', () => {
    expect(['苏州市', '苏州', '大兴安岭地区', '锡林郭勒盟', '市'].map(shortCity)).toEqual([
      '苏州',
      '苏州',
      '大兴安岭',
      '锡林郭勒',
      '市',
    ]);
  });

  it('are those of the outlines: all 34 provinces, and the districts of the municipalities', () => {
    expect(
      outlines('provinces')
        .filter((name) => name !== '南海诸岛')
        .sort(),
    ).toEqual([...PROVINCES].sort());
    expect(outlines('cities')).toEqual(expect.arrayContaining(['苏州', '深圳', '广州']));
    expect(outlines('districts')).toEqual(expect.arrayContaining(['浦东新区', '朝阳区']));
  });
});
