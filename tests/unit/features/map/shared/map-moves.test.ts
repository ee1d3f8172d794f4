import { crumbsOf, enter, farther, fittingZoom, HOME, nearer, viewOf } from '@/lib/features/map/shared/map-moves';
import { parsePlace, placeText } from '@/lib/live/units/map-place';

describe('The way through the map', () => {
  it('[MAP-002] the zoom stays between 6 and 16, and at 6 stands the whole country', () => {
    expect(viewOf({ zoom: 99, area: '上海' })).toEqual({ zoom: 16, area: '上海' });
    expect(viewOf({ zoom: 6, area: '上海', second: '静安区' })).toEqual(HOME);
    expect(viewOf({ zoom: -3 })).toEqual(HOME);
    expect(viewOf({ zoom: 12 })).toEqual(HOME);
    expect(nearer({ zoom: 16, area: '上海' }, undefined)).toEqual({ zoom: 16, area: '上海' });
    expect(farther(HOME)).toEqual(HOME);
  });

  it('[MAP-005] a province opens its cities, a city its buildings; a municipality opens its buildings at once', () => {
    const province = enter(HOME, '广东');
    expect(province).toEqual({ zoom: 7, area: '广东' });
    expect(enter({ ...province, zoom: 9 }, '广州')).toEqual({ zoom: 10, area: '广东', second: '广州' });
    expect(enter(HOME, '上海')).toEqual({ zoom: 10, area: '上海' });
    const buildings = { zoom: 13, area: '上海' };
    expect(enter(buildings, 'c:1')).toBe(buildings);
  });

  it('a step nearer leaves the country for the area in the middle, a step back forgets what is too small to see', () => {
    expect(nearer(HOME, '湖北')).toEqual({ zoom: 7, area: '湖北' });
    expect(nearer(HOME, undefined)).toBe(HOME);
    expect(farther({ zoom: 10, area: '广东', second: '广州' })).toEqual({ zoom: 9, area: '广东' });
    expect(farther({ zoom: 7, area: '广东' })).toEqual(HOME);
  });

  it('leads back by country, area and city, each at the zoom that shows it whole', () => {
    expect(crumbsOf({ zoom: 12, area: '广东', second: '广州' })).toEqual([
      { name: null, view: HOME },
      { name: '广东', view: { zoom: 7, area: '广东' } },
      { name: '广州', view: { zoom: 10, area: '广东', second: '广州' } },
    ]);
    expect(crumbsOf({ zoom: 12, area: '上海' }).at(-1)).toEqual({ name: '上海', view: { zoom: 10, area: '上海' } });
    expect([{}, { area: '广东' }, { area: '深圳' }, { area: '广东', second: '' }].map(fittingZoom)).toEqual([
      6, 7, 10, 10,
    ]);
  });
});

describe('A place in an address', () => {
  it.each([{}, { area: '上海' }, { area: '广东', second: '广州' }, { area: '上海', second: '' }])(
    '%j comes back as it went',
    (place) => {
      expect(parsePlace(placeText(place))).toEqual({ area: undefined, second: undefined, ...place });
    },
  );

  it('is none without the country before it', () => {
    expect(['上海', '', '全国/', 'x/上海'].map(parsePlace)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
