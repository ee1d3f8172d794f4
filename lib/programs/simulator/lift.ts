import type { Car } from './car';
import type { Reporter } from './model';
import type { Random } from './random';
import type { ElevatorUnit } from './unit';

export type LiftMode = 'N' | 'INS' | 'RNO' | 'JBF' | 'UNV' | 'KFM';

/** What the incident scripts may change; see `elevator-incidents.ts`. */
export interface LiftCondition {
  mode: LiftMode;
  secondary: LiftMode[];
  /** Code of the present fault. */
  fault: string | undefined;
  isTechnicianOnSite: boolean;
  isTrapped: boolean;
  alarm: number | undefined;
  hasMainPower: boolean;
  isOnRescuePower: boolean;
  /** There is no normal service while a script drives the car. */
  isSuspended: boolean;
}

/** The elevator as an incident script knows it: what it may look at and what it may do. */
export interface Lift {
  readonly unit: ElevatorUnit;
  readonly car: Car;
  readonly reporter: Reporter;
  readonly condition: LiftCondition;
  readonly random: Random;
  /** epoch ms */
  readonly now: number;
  readonly aboard: readonly unknown[];
  /** Sends the car to a level index; counts as a trip. */
  goTo(level: number): boolean;
  /** Everybody leaves. */
  evacuate(): void;
}
