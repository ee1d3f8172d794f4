import { z } from 'zod';

/**
 * What the fleet is told about its units: `DATA_DIR/fleet-units.json`, written with the demo data. The fleet has no
 * database; like a real box it knows its own unit and nothing else.
 */

/** What a building is used for; decides when its traffic flows. */
export const USES = ['office', 'residential', 'hotel', 'mall', 'hospital', 'metro', 'airport'] as const;
export type UnitUse = (typeof USES)[number];

const Level = z.object({
  /** 1-based landing number from the lowest, as `position.physicalvalue` carries it. */
  physical: z.number().int(),
  label: z.string().max(10),
  /** Metres above the lowest landing. */
  height: z.number().min(0),
});
export type UnitLevel = z.infer<typeof Level>;

const Shared = {
  cubeNo: z.string(),
  equipmentNo: z.string(),
  use: z.enum(USES),
  /** m/s */
  ratedSpeed: z.number().positive().max(20),
  /** Traffic at any hour, and no long faults: the units a visitor is shown first. */
  isShowcase: z.boolean().default(false),
  /**
   * `fault`: stopped with `faultCode` until a person comes; `cabinet`: the box reaches no controller; `dead`: no
   * answer.
   */
  trouble: z.enum(['fault', 'cabinet', 'dead']).optional(),
  faultCode: z.string().optional(),
  firmware: z.string().default('2.4.1'),
  /** Counter values at the time the demo data were made. */
  counters: z.record(z.string(), z.number()),
};

export const ElevatorUnit = z.object({
  ...Shared,
  displayType: z.literal('EV'),
  levels: z.array(Level).min(2),
  /** Physical number of the entrance floor. */
  mainFloor: z.number().int(),
  capacityKg: z.number().positive(),
  hasArd: z.boolean(),
});
export type ElevatorUnit = z.infer<typeof ElevatorUnit>;

export const EscalatorUnit = z.object({
  ...Shared,
  displayType: z.enum(['ES', 'WW']),
  /** What it does without passengers: keeps running, crawls, or stops and waits for a start. */
  idle: z.enum(['runs', 'crawls', 'stands']),
  direction: z.enum(['Up', 'Down']),
  driveMode: z.string(),
  ratedPowerKw: z.number().positive(),
  controllerVersion: z.string().max(16).optional(),
});
export type EscalatorUnit = z.infer<typeof EscalatorUnit>;

export const FleetUnit = z.discriminatedUnion('displayType', [ElevatorUnit, EscalatorUnit]);
export type FleetUnit = ElevatorUnit | EscalatorUnit;

export const FleetFile = z.object({
  v: z.literal(1),
  seed: z.string(),
  /** Controller code → text, as the controllers of this fleet word it. */
  texts: z.record(z.string(), z.string()),
  /** The order matters: the first DEMO_FLEET units move. */
  units: z.array(FleetUnit),
  /** Numbers of the screens in cars that beat. */
  screens: z.array(z.string()).default([]),
});
export type FleetFile = z.infer<typeof FleetFile>;
