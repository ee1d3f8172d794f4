import type { MapArea, MapBuilding } from '@/lib/features/map/contract';
import { alarmOf, type AlarmStyle } from '@/lib/features/map/shared/drill-down';

/** Areas and buildings alike, as map and table show them. Pure. */

export interface MapRow {
  readonly key: string;
  /** null: the rows say none, or several buildings of a square. */
  readonly name: string | null;
  readonly total: number;
  readonly malfunction: number | null;
  /** Open call-outs of those; a unit may have several. */
  readonly openCallbacks: number | null;
  /** Of key accounts alone: units that are unhealthy. */
  readonly unhealthy?: number | undefined;
  readonly trapped: boolean;
  readonly alarm: AlarmStyle;
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** Of a building: its key in questions; null: a square of several. */
  readonly building?: string | null;
  readonly buildings?: number;
  /** Of a building of key accounts. */
  readonly projectId?: string | undefined;
}

const LOUDNESS: Readonly<Record<AlarmStyle, number>> = { strong: 0, weak: 1, none: 2 };
const shareOf = ({ malfunction, total }: MapRow) => (malfunction ?? 0) / Math.max(1, total);

/** Trapped persons first, then by the share of units with an open call-out. */
export const byUrgency = (one: MapRow, other: MapRow): number =>
  Number(other.trapped) - Number(one.trapped) ||
  LOUDNESS[one.alarm] - LOUDNESS[other.alarm] ||
  shareOf(other) - shareOf(one) ||
  other.total - one.total ||
  one.key.localeCompare(other.key);

export const areaRows = (areas: readonly MapArea[]): MapRow[] =>
  areas
    .map((row) => ({
      key: row.area,
      name: row.area || null,
      total: row.total,
      malfunction: row.malfunction,
      openCallbacks: row.openCallbacks,
      unhealthy: row.unhealthy,
      trapped: row.trapped,
      alarm: alarmOf(row),
      longitude: row.longitude,
      latitude: row.lattitude,
    }))
    .sort(byUrgency);

export const buildingRows = (buildings: readonly MapBuilding[]): MapRow[] =>
  buildings
    .map((row, index) => ({
      key: row.key ?? `square-${index}`,
      name: row.building || row.address || null,
      total: row.total,
      malfunction: row.malfunction,
      openCallbacks: row.openCallbacks,
      unhealthy: row.unhealthy,
      trapped: row.trapped,
      alarm: alarmOf(row),
      longitude: row.longitude,
      latitude: row.lattitude,
      building: row.key,
      buildings: row.buildings,
      projectId: row.projectId,
    }))
    .sort(byUrgency);

/** In percent, one decimal; what is above a tenth never reads as a tenth. */
export function sharePercent({ malfunction, total }: Pick<MapRow, 'malfunction' | 'total'>): number | null {
  if (malfunction === null || total === 0) return null;
  const tenths = (malfunction * 1000) / total;
  return (tenths > 100 ? Math.max(101, Math.round(tenths)) : Math.min(100, Math.round(tenths))) / 10;
}

/** What a row or several are counted by. */
export type Counted = Pick<MapRow, 'total' | 'malfunction' | 'openCallbacks' | 'unhealthy'>;

/** Rows added up; null: of one of them nothing is said. */
export function sumOf(rows: readonly MapRow[]): Counted {
  const sum = (name: keyof Counted) =>
    rows.some((row) => row[name] == null) ? null : rows.reduce((all, row) => all + (row[name] ?? 0), 0);
  return {
    total: sum('total') ?? 0,
    malfunction: sum('malfunction'),
    openCallbacks: sum('openCallbacks'),
    unhealthy: sum('unhealthy') ?? undefined,
  };
}
