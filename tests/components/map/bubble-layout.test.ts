import { placeBubbles, radiusOf, type Spot } from '@/components/map/shared/bubble-layout';
import { areaRows, sharePercent } from '@/components/map/shared/map-rows';
import { mapLinks } from '@/components/map/map-links';
import { holder } from '@/tests/support/holder';
import type { MapArea } from '@/lib/features/map/contract';

const spot = (key: string, x: number, y: number, radius = 14): Spot => ({ key, x, y, radius, words: 60 });
const FRAME = { left: -1000, right: 3000, top: -1000, bottom: 3000 };
const area = (name: string, total: number, malfunction: number | null, trapped = false): MapArea => ({
  area: name,
  parentArea: null,
  level: 1,
  total,
  malfunction,
  openCallbacks: malfunction,
  trapped,
  longitude: 100,
  lattitude: 30,
});

describe('Bubbles in the picture', () => {
  it('stand apart although their places are one, and say so by a line', () => {
    const placed = placeBubbles([spot('a', 100, 100), spot('b', 100, 100), spot('c', 101, 101)], FRAME);
    const at = [...placed.values()];
    for (const [index, one] of at.entries())
      for (const other of at.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(27);
    expect(placeBubbles([spot('a', 0, 0), spot('b', 400, 0)], FRAME).get('b')).toMatchObject({
      x: 400,
      y: 0,
      isMoved: false,
    });
  });

  it('lay no word over what else stands in the picture', () => {
    const at = (drawn: Parameters<typeof placeBubbles>[2]) =>
      placeBubbles([spot('a', 100, 100)], FRAME, drawn).get('a')?.side;
    expect(at([])).toBe('right');
    expect(at([{ left: 150, right: 200, top: 80, bottom: 120 }])).toBe('left');
  });

  it('give their words room in the order of importance', () => {
    const crowd = Array.from({ length: 9 }, (_, index) =>
      spot(String(index), (index % 3) * 34, Math.floor(index / 3) * 34),
    );
    const sides = [...placeBubbles(crowd, FRAME).values()].map(({ side }) => side);
    expect(sides[0]).not.toBeNull();
    expect(sides).toContain(null);
  });

  it('of 2,000 buildings stay where they belong', () => {
    const many = Array.from({ length: 2000 }, (_, index) => spot(String(index), index % 40, Math.floor(index / 40)));
    expect(placeBubbles(many, FRAME).get('41')).toMatchObject({ x: 1, y: 1 });
  });

  it('stay whole in the picture, their words too, and clear of the buttons in its corner', () => {
    const frame = { left: 0, right: 400, top: 0, bottom: 300 };
    const placed = placeBubbles([spot('east', 396, 60), spot('corner', 330, 200), spot('west', 200, 60)], frame);
    expect(placed.get('east')).toMatchObject({ x: 386, side: 'left' });
    expect(placed.get('corner')?.side).toBe('left');
    expect(placed.get('west')?.side).toBe('right');
    // What lies outside is not drawn into it.
    expect(placeBubbles([spot('far', 900, 60)], frame).get('far')).toMatchObject({ x: 900, side: null });
  });

  it('are never too small for their number', () => {
    expect(radiusOf(1, 100_000)).toBe(13);
    expect(radiusOf(12_345, 1_000_000)).toBeGreaterThan(27);
    expect(radiusOf(100, 100)).toBe(30);
  });
});

describe('Rows of the map', () => {
  it('begin with trapped persons, then by alarm and share', () => {
    const rows = areaRows([area('c', 100, 10), area('d', 500, 0), area('b', 10, 2), area('a', 700, 3, true)]);
    expect(rows.map(({ key, alarm }) => [key, alarm])).toEqual([
      ['a', 'weak'],
      ['b', 'strong'],
      ['c', 'weak'],
      ['d', 'none'],
    ]);
  });

  it.each([
    [10, 1, 10],
    [9999, 1000, 10.1],
    [10_001, 1000, 10],
    [3, 1, 33.3],
    [5, null, null],
    [0, 0, null],
  ])(
    'of %i units %s with an open call-out are %s percent, and above a tenth never reads as a tenth',
    (total, malfunction, share) => {
      expect(sharePercent({ total, malfunction })).toBe(share);
    },
  );
});

describe('The list behind a number', () => {
  const at = { area: '广东', second: '广州' };

  it('is named by place and building; without the right to it there is no link', () => {
    const query = (href: string | undefined) => Object.fromEntries(new URL(href ?? '', 'http://x').searchParams);
    const links = mapLinks(holder(0, 'EQUIPMENT_READ'), '2026-06-15');
    const tower = { building: 'c:1', total: 4, malfunction: 2, openCallbacks: 2 };
    expect(query(links.ofBuilding(at, tower).units)).toEqual({ place: '全国/广东/广州', building: 'c:1' });
    expect(query(links.ofPlace({ area: '上海' }, tower).units)).toEqual({ place: '全国/上海' });
    expect(mapLinks(holder(0), '2026-06-15').ofBuilding(at, tower)).toEqual({});
    expect(links.ofBuilding(at, { ...tower, building: null })).toEqual({});
    expect(links.ofPlace({}, { total: 0, malfunction: 0, openCallbacks: 0 })).toEqual({});
  });

  it('[MAP-004] of open call-outs is the list of call-outs that are open, of any age, at that place', () => {
    const query = (href: string | undefined) => Object.fromEntries(new URL(href ?? '', 'http://x').searchParams);
    const links = mapLinks(holder(0, 'CALLBACK_READ'), '2026-06-15');
    const tower = { building: 'c:1', total: 4, malfunction: 2, openCallbacks: 2 };
    const open = {
      startCreateDate: '2000-01-01',
      endCreateDate: '2026-06-15',
      jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR',
    };
    expect(query(links.ofPlace({ area: '上海' }, tower).calls)).toEqual({ place: '全国/上海', ...open });
    expect(query(links.ofBuilding(at, tower).calls)).toEqual({ place: '全国/广东/广州', building: 'c:1', ...open });
    expect(links.ofPlace({ area: '上海' }, { total: 4, malfunction: 0, openCallbacks: 0 }).calls).toBeUndefined();
    expect(links.ofPlace({ area: '上海' }, { total: 4, malfunction: null, openCallbacks: null }).calls).toBeUndefined();
    expect(mapLinks(holder(0, 'EQUIPMENT_READ'), '2026-06-15').ofPlace({}, tower).calls).toBeUndefined();
    // Before the answer has come no day is known.
    expect(mapLinks(holder(0, 'CALLBACK_READ'), '').ofPlace({}, tower).calls).toBeUndefined();
  });
});
