import * as Leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { drawnAt, type CoordinateSystem, type MapPoint } from '@/lib/features/map/shared/coordinates';
import type { Box } from './bubble-layout';
import type { Edges, Outline } from './outlines';

/** Leaflet in the hands of the page: logical zooms, no wheel, no double click (doc3 §2.16). Loaded by the map alone. */

export interface Tiles {
  readonly url: string;
  readonly subdomains: readonly string[];
}

interface Options {
  readonly tiles: Tiles | undefined;
  readonly coordinates: CoordinateSystem;
  /** The picture moved or changed its size: bubbles have to be placed anew. */
  readonly onChange: () => void;
}

/** Around what is shown; on the right stand the buttons of the zoom. */
const PADDING = 16;
const PADDING_RIGHT = 72;
/** Below the place that fills the picture each logical step is this much smaller. */
const STEP_BACK = 0.35;
const PAN = 80;

export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export interface DrawnMap {
  /** The element that moves with the picture. */
  readonly pane: HTMLElement;
  readonly pixelOf: (point: MapPoint) => PixelPoint;
  /** The middle of the picture, in pixels of `pixelOf`. */
  readonly middle: () => PixelPoint;
  /** The picture, in pixels of `pixelOf`. */
  readonly frame: () => Box;
  readonly edges: () => Edges;
  /** @param steps logical steps beyond the zoom at which these edges fill the picture; @param keepsMiddle zooms where it is */
  readonly show: (edges: Edges, steps: number, keepsMiddle: boolean) => void;
  readonly centreOn: (point: MapPoint) => void;
  readonly pan: (x: number, y: number) => void;
  readonly draw: (
    outlines: readonly Outline[],
    classOf: (outline: Outline) => string,
    onPick: ((outline: Outline) => void) | undefined,
  ) => void;
  readonly remove: () => void;
}

export function drawMap(frame: HTMLElement, { tiles, coordinates, onChange }: Options): DrawnMap {
  // Leaflet leaves a listener on its element, and with it the whole map: the element goes with the map.
  const element = document.createElement('div');
  frame.append(element);
  const map = Leaflet.map(element, {
    attributionControl: false,
    zoomControl: false,
    scrollWheelZoom: false,
    doubleClickZoom: false,
    boxZoom: false,
    touchZoom: false,
    keyboard: false,
    zoomAnimation: false,
    fadeAnimation: false,
    inertia: false,
    zoomSnap: 0,
    minZoom: 0,
    maxZoom: 22,
    renderer: Leaflet.svg({ padding: 1 }),
  });
  map.setView([35, 104], 4, { animate: false });
  if (tiles)
    Leaflet.tileLayer(tiles.url, { subdomains: tiles.subdomains.length > 0 ? [...tiles.subdomains] : 'abc' }).addTo(
      map,
    );
  const pane = map.createPane('bubbles');
  pane.style.zIndex = '450';
  // A press on a bubble is no beginning of a movement.
  Leaflet.DomEvent.disableClickPropagation(pane);
  let layer: Leaflet.GeoJSON | undefined;
  let shown: [edges: Edges, steps: number] | undefined;
  const place = (point: MapPoint): Leaflet.LatLngTuple => {
    const { latitude, longitude } = drawnAt(point, coordinates);
    return [latitude, longitude];
  };
  const boundsOf = ({ west, south, east, north }: Edges) => Leaflet.latLngBounds([south, west], [north, east]);
  const show = (edges: Edges, steps: number, keepsMiddle: boolean) => {
    shown = [edges, steps];
    const bounds = boundsOf(edges);
    const zoom = map.getBoundsZoom(bounds, false, Leaflet.point(PADDING + PADDING_RIGHT, PADDING * 2));
    // The middle of a Mercator picture is not that of its degrees.
    const middle = map.unproject(
      map
        .project(bounds.getSouthWest(), zoom)
        .add(map.project(bounds.getNorthEast(), zoom))
        .divideBy(2)
        .add([(PADDING_RIGHT - PADDING) / 2, 0]),
      zoom,
    );
    map.setView(keepsMiddle ? map.getCenter() : middle, zoom + (steps < 0 ? steps * STEP_BACK : steps), {
      animate: false,
    });
    onChange();
  };
  const watcher = new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
    if (shown) show(...shown, false);
  });
  watcher.observe(element);
  map.on('moveend', onChange);
  return {
    pane,
    pixelOf: (point) => map.latLngToLayerPoint(place(point)),
    middle: () => map.containerPointToLayerPoint(map.getSize().divideBy(2)),
    frame: () => {
      const { x, y } = map.containerPointToLayerPoint([0, 0]);
      const size = map.getSize();
      return { left: x, top: y, right: x + size.x, bottom: y + size.y };
    },
    edges: () => {
      const bounds = map.getBounds();
      return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
    },
    show,
    centreOn: (point) => void map.panTo(place(point), { animate: false }),
    pan: (x, y) => void map.panBy([x * PAN, y * PAN], { animate: false }),
    draw: (outlines, classOf, onPick) => {
      layer?.remove();
      layer = Leaflet.geoJSON<Outline['properties']>([...outlines] as GeoJSON.Feature[], {
        style: (feature) => ({ className: feature ? classOf(feature as Outline) : '' }),
        interactive: onPick !== undefined,
        onEachFeature: (feature, path) => {
          if (onPick) path.on('click', () => onPick(feature as Outline));
        },
      }).addTo(map);
    },
    remove: () => {
      watcher.disconnect();
      map.remove();
      element.remove();
    },
  };
}
