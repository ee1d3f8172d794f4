import zh from '@/messages/zh-CN/healthReport.json';

/** Bands of trips a day (elevators) and hours a day (escalators) by the words of the contract (api.md §2.28), with their upper ends, which belong to them (readings 220). */

const { band } = zh;

export interface UseBand {
  readonly name: string;
  readonly upTo: number;
}

export const NO_DATA: string = band.none;
export const TRIP_BANDS: readonly UseBand[] = [
  { name: band.trips0, upTo: 200 },
  { name: band.trips1, upTo: 500 },
  { name: band.trips2, upTo: 1000 },
  { name: band.trips3, upTo: Infinity },
];
export const HOUR_BANDS: readonly UseBand[] = [
  { name: band.hours0, upTo: 3 },
  { name: band.hours1, upTo: 6 },
  { name: band.hours2, upTo: 9 },
  { name: band.hours3, upTo: Infinity },
];
