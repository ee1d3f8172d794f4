import type { MapBuilding } from '@/lib/features/map/contract';

/** A building with one open call-out, as maps show it. */
export const TOWER: MapBuilding = {
  key: 'c:1-1',
  building: '主塔楼',
  address: '北京西路27号',
  total: 11,
  malfunction: 1,
  openCallbacks: 1,
  trapped: false,
  elevator: 8,
  escalator: 2,
  sidewalk: 0,
  buildings: 1,
  longitude: 121,
  lattitude: 31,
};
