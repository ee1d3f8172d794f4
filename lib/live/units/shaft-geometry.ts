/**
 * Measures of the shaft picture in pixels. The picture is a window on the shaft: a camera follows the car, so that doors
 * and load stay readable in a tower of 120 landings; a low building is shown whole.
 */
export interface ShaftGeometry {
  readonly width: number;
  readonly height: number;
  /** Distance between landings. */
  readonly pitch: number;
  readonly shaftX: number;
  readonly shaftWidth: number;
  readonly carWidth: number;
  readonly carHeight: number;
  /** Centre line of the car. */
  readonly carX: number;
  readonly counterweightX: number;
  readonly counterweightWidth: number;
  /** Height of everything, pit and headroom included. */
  readonly worldHeight: number;
  readonly count: number;
}

const MAX_PITCH = 250;
/** Shares of the pitch above the highest and below the lowest landing. */
const HEADROOM = 1.2;
const PIT = 0.34;
const COUNTERWEIGHT = 22;

/** @param count landings, at least 2 */
export function shaftGeometry(width: number, height: number, count: number): ShaftGeometry {
  const least = Math.min(224, Math.max(118, height / 4.2));
  const pitch = Math.min(MAX_PITCH, Math.max(least, height / (count - 1 + HEADROOM + PIT)));
  const carHeight = pitch * 0.8;
  const beside = Math.min(72, width * 0.16);
  const shaftWidth = Math.min(width - 2 * beside, Math.max(200, carHeight * 0.9 + 128));
  const shaftX = (width - shaftWidth) / 2;
  const carWidth = Math.min(carHeight * 0.9, shaftWidth - 96);
  const counterweightX = shaftX + shaftWidth - COUNTERWEIGHT - 14;
  return {
    width,
    height,
    pitch,
    shaftX,
    shaftWidth,
    carWidth,
    carHeight,
    carX: (shaftX + counterweightX) / 2 - 2,
    counterweightX,
    counterweightWidth: COUNTERWEIGHT,
    worldHeight: (count - 1 + HEADROOM + PIT) * pitch,
    count,
  };
}

/** Where the sill of a landing (or of a car between two) lies in the world. */
export function sillY({ pitch, count }: ShaftGeometry, position: number): number {
  return (HEADROOM + count - 1 - position) * pitch;
}

/** Shift of the world that keeps the car in the middle of the window, without looking beyond roof or pit. */
export function cameraY(geometry: ShaftGeometry, position: number): number {
  const { height, worldHeight, carHeight } = geometry;
  if (worldHeight <= height) return (height - worldHeight) / 2;
  return Math.min(0, Math.max(height - worldHeight, height / 2 - (sillY(geometry, position) - carHeight / 2)));
}

/** The counterweight mirrors the car: it hangs on the same ropes. */
export function counterweightPosition({ count }: Pick<ShaftGeometry, 'count'>, position: number): number {
  return count - 1 - position;
}

/** The landings that the window shows, as positions. */
export function visibleRange(geometry: ShaftGeometry, position: number): { from: number; to: number } {
  const top = -cameraY(geometry, position);
  const at = (y: number) => HEADROOM + geometry.count - 1 - y / geometry.pitch;
  return { from: Math.max(0, at(top + geometry.height)), to: Math.min(geometry.count - 1, at(top)) };
}
