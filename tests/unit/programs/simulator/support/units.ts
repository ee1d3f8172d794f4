import type { ElevatorUnit, EscalatorUnit } from '@/lib/programs/simulator/unit';

/** 2026-03-02 08:00 in Shanghai, a Monday. */
export const MONDAY_8 = Date.UTC(2026, 2, 2, 0);

export function elevatorUnit(changes: Partial<ElevatorUnit> = {}): ElevatorUnit {
  const labels = ['B2', 'B1', '1', '2', '3', '5', '6', '7', '8', '9', '10', '11', '12', '12A', '15', '16'];
  return {
    displayType: 'EV',
    cubeNo: 'EC24010001',
    equipmentNo: '10500001',
    use: 'office',
    ratedSpeed: 2.5,
    isShowcase: false,
    firmware: '2.4.1',
    counters: { trips: 1000, openings: 1100, cumulativetriptime: 15000, energy: 50, passengers: 3000 },
    levels: labels.map((label, index) => ({
      physical: index + 1,
      label,
      height: index < 2 ? index * 3.8 : 7.6 + (index - 2) * 4.1,
    })),
    mainFloor: 3,
    capacityKg: 1350,
    hasArd: true,
    ...changes,
  };
}

export function escalatorUnit(changes: Partial<EscalatorUnit> = {}): EscalatorUnit {
  return {
    displayType: 'ES',
    cubeNo: 'EC24010002',
    equipmentNo: '10500002',
    use: 'mall',
    ratedSpeed: 0.5,
    isShowcase: false,
    firmware: '2.4.1',
    counters: { up: 3600, energy: 10 },
    idle: 'crawls',
    direction: 'Up',
    driveMode: 'Inverter',
    ratedPowerKw: 7.5,
    ...changes,
  };
}
