'use client';

import { useMemo, useState } from 'react';
import { listMapAreas, listMapBuildings, type MapArea, type MapBuilding } from '@/lib/features/map/contract';
import { BUILDINGS_ZOOM, levelAt } from '@/lib/features/map/shared/drill-down';
import type { MapView } from '@/lib/features/map/shared/map-moves';
import { useSms } from '@/lib/platform/client/hooks';
import type { InputOf } from '@/lib/platform/contract/operation';
import type { Edges } from './outlines';
import { areaRows, buildingRows } from './map-rows';

/** As the wall: data every five minutes, nothing while the tab is hidden (silent-screens D5). */
const EVERY_MS = 5 * 60_000;
const NO_AREAS: readonly MapArea[] = [];
const NO_BUILDINGS: readonly MapBuilding[] = [];
/** Edges move in steps of this size, degrees, so that a small movement asks for nothing new. */
const EDGE_STEP = 0.05;

const outward = ({ west, south, east, north }: Edges): Edges => ({
  west: Math.max(-180, Math.floor(west / EDGE_STEP) * EDGE_STEP),
  south: Math.max(-90, Math.floor(south / EDGE_STEP) * EDGE_STEP),
  east: Math.min(180, Math.ceil(east / EDGE_STEP) * EDGE_STEP),
  north: Math.min(90, Math.ceil(north / EDGE_STEP) * EDGE_STEP),
});

/** The question for the buildings of a view. */
export const buildingsOf = ({ area, second }: MapView): InputOf<typeof listMapBuildings> | null =>
  area === undefined ? null : second === undefined ? { area, level: 1 } : { area: second, level: 2, parentArea: area };

/**
 * What the map shows at a view. @param edges of the picture: where there are too many buildings, nearer ones are asked for
 * within them
 */
export function useMapRows(view: MapView, edges?: Edges) {
  const [readAt, setReadAt] = useState<number>();
  const level = levelAt(view.zoom);
  const options = { refreshInterval: EVERY_MS, onSuccess: () => setReadAt(Date.now()) };
  const first = useSms(listMapAreas, { level: 1 }, options);
  const cities = useSms(
    listMapAreas,
    level === 'cities' && view.area !== undefined ? { level: 2, parentArea: view.area } : null,
    options,
  );
  const asked = level === 'buildings' ? buildingsOf(view) : null;
  const all = useSms(listMapBuildings, asked, options);
  const isGrid = all.data?.some(({ key }) => key === null) ?? false;
  const near = useSms(
    listMapBuildings,
    asked && isGrid && edges && view.zoom > BUILDINGS_ZOOM ? { ...asked, bounds: outward(edges) } : null,
    { ...options, keepPreviousData: true },
  );
  const answer = level === 'provinces' ? first : level === 'cities' ? cities : all;
  const areas = (level === 'provinces' ? first.data?.areas : cities.data?.areas) ?? NO_AREAS;
  const seen = isGrid && view.zoom > BUILDINGS_ZOOM ? near.data : undefined;
  const buildings = seen ?? all.data ?? NO_BUILDINGS;
  const rows = useMemo(
    () => (level === 'buildings' ? buildingRows(buildings) : areaRows(areas)),
    [level, buildings, areas],
  );
  return {
    level,
    rows,
    /** Not the whole place: what lies within the picture. */
    isPart: seen !== undefined,
    isThere: answer.data !== undefined,
    unlocated: first.data?.unlocated ?? null,
    error: answer.error ?? first.error,
    isLoading: answer.isValidating,
    /** By this browser's clock, epoch ms. */
    readAt,
    retry: () => {
      void answer.mutate();
      if (answer !== first) void first.mutate();
    },
  };
}
export type MapRows = ReturnType<typeof useMapRows>;
