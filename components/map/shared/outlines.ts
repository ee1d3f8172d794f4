import { z } from 'zod';
import { note } from '@/lib/platform/local-log/recorder';
import { shortCity, shortProvince } from '@/lib/live/units/area-names';
import { hasDistricts } from '@/lib/live/units/map-place';

/** The outlines that the map draws: files of `public/map`, or what a provider's script brings. */

const Outline = z.object({
  type: z.literal('Feature'),
  properties: z.object({ code: z.string(), name: z.string() }),
  geometry: z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()]).rest(z.number())))),
  }),
});
const Outlines = z.object({ type: z.literal('FeatureCollection'), features: z.array(Outline) });
export type Outline = z.output<typeof Outline>;

type File = 'provinces' | 'cities' | 'districts';

const COUNTRY = '100000';
const PROVIDER_MS = 10_000;

const read = new Map<string, Promise<Outline[]>>();

function once(key: string, load: () => Promise<Outline[]>): Promise<Outline[]> {
  const found = read.get(key);
  if (found) return found;
  const begun = load();
  read.set(key, begun);
  begun.catch(() => read.delete(key));
  return begun;
}

const ours = (file: File): Promise<Outline[]> =>
  once(file, async () => {
    const answer = await fetch(`/map/${file}.json`);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return Outlines.parse(await answer.json()).features;
  });

/** What a provider's script offers (deploy/README.md). */
interface Provider {
  readonly boundaries?: (code: string) => Promise<unknown>;
}

let provider: Promise<Provider> | undefined;

function loadProvider(address: string): Promise<Provider> {
  provider ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve((window as Window & { portalMap?: Provider }).portalMap ?? {});
    script.onerror = () => reject(new Error('the provider’s script did not load'));
    document.head.append(script);
    setTimeout(() => reject(new Error('the provider’s script did not answer')), PROVIDER_MS);
  });
  return provider;
}

async function theirs(script: string, code: string): Promise<Outline[] | undefined> {
  try {
    const { boundaries } = await loadProvider(script);
    return boundaries && Outlines.parse(await boundaries(code)).features;
  } catch (error) {
    note('warn', 'page', 'The map provider brought no boundaries', { code, error: String(error) });
    return undefined;
  }
}

const codeOf = (features: readonly Outline[], area: string) =>
  features.find(({ properties }) => shortProvince(properties.name) === area)?.properties.code.slice(0, 2);

/** The outlines of the whole country, or of the cities or districts of an area. */
export async function outlinesOf(area: string | undefined, script: string | undefined): Promise<Outline[]> {
  const provinces = await ours('provinces');
  const code = area === undefined ? COUNTRY : codeOf(provinces, area);
  const brought = script && code ? await once(`provider ${code}`, async () => (await theirs(script, code)) ?? []) : [];
  if (brought.length > 0) return brought;
  if (area === undefined) return provinces;
  if (code === undefined) {
    // Shenzhen stands beside the provinces and is a city of the outlines.
    const city = (await ours('cities')).filter(({ properties }) => shortCity(properties.name) === area);
    if (city.length === 0) note('info', 'page', 'The map has no outline of this area', { area });
    return city;
  }
  const within = (await ours(hasDistricts(area) ? 'districts' : 'cities')).filter(({ properties }) =>
    properties.code.startsWith(code),
  );
  return within.length > 0 ? within : provinces.filter(({ properties }) => shortProvince(properties.name) === area);
}

export interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The country with the inset of its southern sea. */
export const COUNTRY_EDGES: Edges = { west: 73.5, south: 17, east: 135.2, north: 53.6 };
/** Of the inset in which the islands of the South China Sea are drawn, where it stands on the sheet. */
export const INSET_EDGES: Edges = { west: 126, south: 18.35, east: 132.1, north: 25 };

export function edgesOf(outlines: readonly Outline[]): Edges | undefined {
  const points = outlines.flatMap(({ geometry }) => geometry.coordinates.flat(2));
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other));
  const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other));
  return { west: least(xs), south: least(ys), east: most(xs), north: most(ys) };
}
