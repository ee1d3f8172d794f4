import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes public/map of the boundaries in the echarts 4.9.0 package (Apache-2.0): `npm run map:outlines -- <its folder>`.
 * They are kept there as differences of 1/1024 degree; here they become plain GeoJSON that anybody may replace.
 */

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say where the unpacked package lies: npm run map:outlines -- <folder>');

const ABOUT = { source: 'npm echarts 4.9.0, folder map/json', licence: 'Apache-2.0', date: '2020-09-01' };
const MUNICIPALITIES = ['beijing', 'tianjin', 'shanghai', 'chongqing'];
const SCALE = 1024;

const read = (file) => JSON.parse(readFileSync(path.join(folder, 'map/json', file), 'utf8')).features;
const unfold = (value) => (value >> 1) ^ -(value & 1);

function pointsOf(text, [startX, startY]) {
  let [x, y] = [startX, startY];
  return Array.from({ length: text.length / 2 }, (_, index) => {
    x += unfold(text.charCodeAt(index * 2) - 64);
    y += unfold(text.charCodeAt(index * 2 + 1) - 64);
    return [x, y].map((value) => Number((value / SCALE).toFixed(3)));
  });
}

/** The inset of the islands of the South China Sea, which every map of China shows; kept in the package's code. */
function southernSea() {
  const code = readFileSync(path.join(folder, 'lib/coord/geo/fix/nanhai.js'), 'utf8');
  const [west, north] = [126, 25];
  const rings = JSON.parse(/var points = (\[[\s\S]*?\]);/.exec(code)[1]);
  const placed = rings.map((ring) => [
    ring.map(([x, y]) => [west + x / 10.5, north - (y * 0.75) / 10.5].map((value) => Number(value.toFixed(3)))),
  ]);
  return {
    type: 'Feature',
    properties: { code: '100000', name: '南海诸岛', centre: [129, 22] },
    geometry: { type: 'MultiPolygon', coordinates: placed },
  };
}

/** How far a line may leave its points, and the smallest island that is kept; degrees. */
const COARSE = 0.02;
const FINE = 0.008;

/** Leaves out the points that lie nearly on the line of their neighbours (Douglas and Peucker). */
function thinned(points, tolerance) {
  const kept = new Set([0, points.length - 1]);
  const spans = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const [[x1, y1], [x2, y2]] = [points[first], points[last]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    let [farthest, distance] = [0, tolerance];
    for (let index = first + 1; index < last; index += 1) {
      const [x, y] = points[index];
      const away =
        length === 0 ? Math.hypot(x - x1, y - y1) : Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
      if (away > distance) [farthest, distance] = [index, away];
    }
    if (farthest === 0) continue;
    kept.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, index) => kept.has(index));
}

function isSeen(ring, tolerance) {
  const [xs, ys] = [0, 1].map((axis) => ring.map((point) => point[axis]));
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) > tolerance * 2;
}

function polygonsOf({ type, coordinates, encodeOffsets }, tolerance) {
  const [polygons, offsets] = type === 'Polygon' ? [[coordinates], [encodeOffsets]] : [coordinates, encodeOffsets];
  const all = polygons.map((rings, polygon) => rings.map((ring, index) => pointsOf(ring, offsets[polygon][index])));
  const seen = all.filter(([outer]) => isSeen(outer, tolerance));
  // Macau is hardly larger than what is left out elsewhere.
  return (seen.length > 0 ? seen : all).map((rings) => rings.map((ring) => thinned(ring, tolerance)));
}

/** A district since 2016, which the package has without its code. */
const CHONGMING = '310151';

/** In the middle of its extents, for areas without a centre of their own. */
function middleOf(polygons) {
  const points = polygons.flat(2);
  return [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    return Number(((Math.min(...values) + Math.max(...values)) / 2).toFixed(3));
  });
}

function featureOf({ id, properties, geometry }, tolerance) {
  const coordinates = polygonsOf(geometry, tolerance);
  const code = /\d{6}/.exec(properties.id ?? id)?.[0] ?? CHONGMING;
  return {
    type: 'Feature',
    properties: { code, name: properties.name, centre: properties.cp ?? middleOf(coordinates) },
    geometry: { type: 'MultiPolygon', coordinates },
  };
}

function write(name, features, tolerance, ...more) {
  const drawn = [...features.map((feature) => featureOf(feature, tolerance)), ...more];
  const lines = drawn.map((feature) => JSON.stringify(feature)).join(',\n');
  const head = JSON.stringify({ type: 'FeatureCollection', ...ABOUT }).slice(0, -1);
  writeFileSync(path.join('public/map', name), `${head},"features":[\n${lines}\n]}\n`);
}

write('provinces.json', read('china.json'), COARSE, southernSea());
write('cities.json', read('china-cities.json'), COARSE);
write(
  'districts.json',
  MUNICIPALITIES.flatMap((name) => read(`province/${name}.json`)),
  FINE,
);
