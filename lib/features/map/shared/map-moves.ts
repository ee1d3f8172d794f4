import { BUILDINGS_ZOOM, levelAt, MAX_ZOOM, MIN_ZOOM, zoomAfter } from './drill-down';
import { hasDistricts, type MapPlace } from '@/lib/live/units/map-place';

/** Where one is on the map, and how one gets on (doc3 §4.14, readings 102, 232). Pure. */

export interface MapView extends MapPlace {
  /** Logical: 6 shows the whole country at any width. */
  readonly zoom: number;
}

export const HOME: MapView = { zoom: MIN_ZOOM };

/** What an address says, made to fit: no area at 6, a city only with buildings. */
export function viewOf({ zoom, area, second }: MapView): MapView {
  const near = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
  if (levelAt(near) === 'provinces' || !area) return HOME;
  return { zoom: near, area, ...(levelAt(near) === 'buildings' && second !== undefined ? { second } : {}) };
}

/** A click on the bubble of an area. */
export function enter(view: MapView, name: string): MapView {
  const zoom = zoomAfter(view.zoom, name);
  switch (levelAt(view.zoom)) {
    case 'provinces':
      return { zoom, area: name };
    case 'cities':
      return { zoom, area: view.area, second: name };
    case 'buildings':
      return view;
  }
}

/** One step nearer. @param nearest the area in the middle of the picture, for the step that leaves the whole country */
export function nearer(view: MapView, nearest: string | undefined): MapView {
  if (view.zoom >= MAX_ZOOM) return view;
  const area = view.area ?? nearest;
  return area === undefined ? view : viewOf({ ...view, area, zoom: view.zoom + 1 });
}

export const farther = (view: MapView): MapView => viewOf({ ...view, zoom: view.zoom - 1 });

/** The logical zoom at which a place fills the picture. */
export function fittingZoom({ area, second }: MapPlace): number {
  if (area === undefined) return MIN_ZOOM;
  return second !== undefined || hasDistricts(area) ? BUILDINGS_ZOOM : MIN_ZOOM + 1;
}

export interface Crumb {
  /** null: the whole country. */
  readonly name: string | null;
  readonly view: MapView;
}

/** The way back: the country, the area, the city. */
export function crumbsOf({ area, second }: MapView): Crumb[] {
  const areaView = { zoom: area === undefined ? MIN_ZOOM : fittingZoom({ area }), area };
  return [
    { name: null, view: HOME },
    ...(area === undefined ? [] : [{ name: area, view: areaView }]),
    ...(second === undefined ? [] : [{ name: second, view: { zoom: BUILDINGS_ZOOM, area, second } }]),
  ];
}
