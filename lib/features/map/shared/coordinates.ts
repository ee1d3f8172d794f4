/**
 * Coordinates of the map in degrees. WGS-84 is kept; providers of mainland China draw GCJ-02 or BD-09 (silent-screens D5). The
 * formulas are those that circulate since eviltransform: nobody publishes the official ones. Pure.
 */

export const COORDINATE_SYSTEMS = ['wgs84', 'gcj02', 'bd09'] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];

export interface MapPoint {
  readonly longitude: number;
  readonly latitude: number;
}

/** The ellipsoid of Krassovsky 1940. */
const AXIS = 6_378_245;
const FLATNESS = 0.006693421622965943;
/** BD-09 turns GCJ-02 by this angle's factor. */
const TURN = (Math.PI * 3000) / 180;

const isInChina = ({ longitude, latitude }: MapPoint) =>
  longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271;

const waves = (x: number) => (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3);

function offsetOf({ longitude, latitude }: MapPoint): MapPoint {
  const x = longitude - 105;
  const y = latitude - 35;
  const root = Math.sqrt(Math.abs(x));
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    waves(x) +
    (20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * (2 / 3) +
    (160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * (2 / 3);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    waves(x) +
    (20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * (2 / 3) +
    (150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * (2 / 3);
  const radians = (latitude / 180) * Math.PI;
  const magic = 1 - FLATNESS * Math.sin(radians) ** 2;
  return {
    latitude: (north * 180) / (((AXIS * (1 - FLATNESS)) / (magic * Math.sqrt(magic))) * Math.PI),
    longitude: (east * 180) / ((AXIS / Math.sqrt(magic)) * Math.cos(radians) * Math.PI),
  };
}

export function wgs84ToGcj02(point: MapPoint): MapPoint {
  if (!isInChina(point)) return point;
  const offset = offsetOf(point);
  return { longitude: point.longitude + offset.longitude, latitude: point.latitude + offset.latitude };
}

/** Solved by steps: under a centimetre after three. */
export function gcj02ToWgs84(point: MapPoint): MapPoint {
  if (!isInChina(point)) return point;
  let found = point;
  for (let step = 0; step < 3; step += 1) {
    const there = wgs84ToGcj02(found);
    found = {
      longitude: found.longitude + point.longitude - there.longitude,
      latitude: found.latitude + point.latitude - there.latitude,
    };
  }
  return found;
}

export function gcj02ToBd09({ longitude, latitude }: MapPoint): MapPoint {
  const radius = Math.hypot(longitude, latitude) + 0.00002 * Math.sin(latitude * TURN);
  const angle = Math.atan2(latitude, longitude) + 0.000003 * Math.cos(longitude * TURN);
  return { longitude: radius * Math.cos(angle) + 0.0065, latitude: radius * Math.sin(angle) + 0.006 };
}

/** Where a provider draws a point that is kept as WGS-84. */
export function drawnAt(point: MapPoint, system: CoordinateSystem): MapPoint {
  if (system === 'wgs84') return point;
  const gcj02 = wgs84ToGcj02(point);
  return system === 'gcj02' ? gcj02 : gcj02ToBd09(gcj02);
}
