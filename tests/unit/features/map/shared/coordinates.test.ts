import { drawnAt, gcj02ToWgs84, wgs84ToGcj02 } from '@/lib/features/map/shared/coordinates';

/** Pairs of the tests of github.com/googollee/eviltransform, python/test.py (WGS-84 to GCJ-02, latitude first). */
const PAIRS = [
  [31.1774276, 121.5272106, 31.17530398364597, 121.531541859215],
  [22.543847, 113.912316, 22.540796131694766, 113.9171764808363],
  [39.911954, 116.377817, 39.91334545536069, 116.38404722455657],
] as const;

describe('Coordinates of a provider', () => {
  it.each(PAIRS)('WGS-84 %d, %d is GCJ-02 %d, %d, and back within a metre', (latitude, longitude, lat, lon) => {
    const there = wgs84ToGcj02({ latitude, longitude });
    expect(there.latitude).toBeCloseTo(lat, 6);
    expect(there.longitude).toBeCloseTo(lon, 6);
    const back = gcj02ToWgs84({ latitude: lat, longitude: lon });
    expect(back.latitude).toBeCloseTo(latitude, 5);
    expect(back.longitude).toBeCloseTo(longitude, 5);
  });

  it('are those that coordtransform publishes: WGS-84 to GCJ-02, GCJ-02 to BD-09', () => {
    // github.com/wandergis/coordtransform, test/app.js, of 116.404, 39.915.
    const gcj02 = wgs84ToGcj02({ longitude: 116.404, latitude: 39.915 });
    expect(gcj02.longitude).toBeCloseTo(116.41024449916938, 9);
    expect(gcj02.latitude).toBeCloseTo(39.91640428150164, 9);
    const drawn = drawnAt(gcj02ToWgs84({ longitude: 116.404, latitude: 39.915 }), 'bd09');
    expect(drawn.longitude).toBeCloseTo(116.41036949371029, 5);
    expect(drawn.latitude).toBeCloseTo(39.92133699351021, 5);
  });

  it('without a provider, and outside China, a point stays where it is', () => {
    const paris = { longitude: 2.35, latitude: 48.86 };
    expect(drawnAt(paris, 'gcj02')).toEqual(paris);
    expect(drawnAt({ longitude: 121.5, latitude: 31.2 }, 'wgs84')).toEqual({ longitude: 121.5, latitude: 31.2 });
  });
});
