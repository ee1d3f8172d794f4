import { CITY_AREAS, PROVINCES, SHENZHEN } from '@/lib/live/units/area-names';
import { alarmOf, levelAt, MAX_ZOOM, MIN_ZOOM, zoomAfter } from '@/lib/features/map/shared/drill-down';

describe('The drill-down of the map', () => {
  const ZOOMS = Array.from({ length: MAX_ZOOM - MIN_ZOOM + 1 }, (_, index) => MIN_ZOOM + index);
  const DIRECT = ['北京', '天津', '上海', '重庆', '深圳', '澳门', '香港'];
  /** By the words of doc3 §4.14, and reading 51. */
  const expected = (zoom: number, area: string) =>
    zoom === 6 ? (DIRECT.includes(area) ? 10 : 7) : zoom <= 9 ? 10 : zoom;

  it('[MAP-011] leads from every zoom and every area where doc3 §4.14 says', () => {
    const areas = [...PROVINCES, SHENZHEN];
    expect(areas).toHaveLength(35);
    for (const area of areas)
      for (const zoom of ZOOMS) expect([area, zoom, zoomAfter(zoom, area)]).toEqual([area, zoom, expected(zoom, area)]);
    expect([...CITY_AREAS].sort()).toEqual([...DIRECT].sort());
  });

  it('shows provinces at 6, cities at 7 to 9, and buildings from 10', () => {
    expect(ZOOMS.map(levelAt)).toEqual([
      'provinces',
      ...Array<string>(3).fill('cities'),
      ...Array<string>(7).fill('buildings'),
    ]);
  });
});

describe('The alarm of a bubble', () => {
  it.each([
    [10, 0, 'none'],
    [10, null, 'none'],
    [1000, 1, 'weak'],
    [10, 1, 'weak'],
    [30, 3, 'weak'],
    [29, 3, 'strong'],
    [999, 100, 'strong'],
    [1, 1, 'strong'],
  ] as const)('[MAP-010] %i units of which %s have an open call-out: %s', (total, malfunction, style) => {
    expect(alarmOf({ total, malfunction })).toBe(style);
  });
});
