import type { PlanWeekday } from '@/lib/live/units/operating-plan';

/** What every simulated machine offers to its box, whatever kind it is. */

/** An entry of a status message (api.md §4.4); the box adds the time. */
export interface MachineStatusEntry {
  value?: string | number | boolean;
  secondary?: string[];
  physicalvalue?: number;
  code?: number;
  tracking?: { code: number; entrap_enable: boolean };
}
export type MachineStatus = Record<string, MachineStatusEntry>;

/** Start or end of something the box reports as an `event` (api.md §4.3). */
export interface MachineEvent {
  kind: 'event';
  eventId: string;
  subType: 'entrapment' | 'error' | 'alarm' | 'event' | 'controller_power';
  code: string;
  isActive: boolean;
  /** epoch ms */
  at: number;
}

/** A line of the controller's own log. */
export interface MachineLog {
  kind: 'log';
  logId: string;
  /** 1 faults and events, 2 diagnostics, 3 other events, 4 run modes (api.md §1.11). */
  topic: 1 | 2 | 3 | 4;
  code: string;
  status: string;
  at: number;
  payload: Record<string, string | number | boolean>;
}

export type MachineReport = MachineEvent | MachineLog;

export interface Machine {
  /** Runs on to this time in fixed steps, so that the result does not depend on how often it is called. */
  advance(toMs: number): void;
  /** Every key the controller reports, with its present value. */
  status(): MachineStatus;
  /** Ever-growing counters in the names of api.md §4.3. */
  counters(): Record<string, number>;
  /**
   * The hours at which its people start and stop it from now on; none: those of its building. The box only shows them: no
   * message starts or stops a machine.
   */
  follow?(week: readonly PlanWeekday[]): void;
  /** Takes what happened since the last call. */
  takeReports(): MachineReport[];
}

export interface MachineOptions {
  seed: string;
  /** epoch ms at which the machine is switched on. */
  startAt: number;
  /** Counter values to go on from. */
  counters: Record<string, number>;
  /** Makes event ids of this run different from those of every other run. */
  runId: string;
}

/** One step of every machine, ms. */
export const STEP_MS = 100;
/** After a longer gap (the computer slept) a machine carries on from now instead of making up for it. */
export const MAX_CATCH_UP_MS = 10_000;

/** The codes the simulated controllers speak; texts stand in the fleet file and in the demo's code dictionary. */
export const CODES = {
  safetyChain: '5',
  doorLock: '8',
  doorClose: '12',
  doorObstructed: '14',
  levelling: '21',
  powerLost: '40',
  fire: '50',
  earthquake: '52',
  inspection: '60',
  rescue: '61',
  started: '62',
  alarmButton: '10002',
  handrail: '71',
  combPlate: '72',
  skirt: '74',
  emergencyStop: '80',
  keyStart: '82',
  lubrication: '85',
  overheat: '86',
} as const;

/** Collects reports and numbers them; ids are unique for a unit as long as `runId` is. */
export class Reporter {
  private reports: MachineReport[] = [];
  private next = 1;
  private readonly open = new Map<string, Omit<MachineEvent, 'at' | 'isActive'>>();

  constructor(private readonly runId: string) {}

  /** Starts an event; a second start of the same code while it lasts is ignored. */
  begin(subType: MachineEvent['subType'], code: string, at: number): void {
    const key = `${subType}:${code}`;
    if (this.open.has(key)) return;
    const event = { kind: 'event', eventId: `e-${this.runId}-${this.next++}`, subType, code } as const;
    this.open.set(key, event);
    this.reports.push({ ...event, isActive: true, at });
  }

  /** Ends what `begin` started; without a start it does nothing. */
  end(subType: MachineEvent['subType'], code: string, at: number): void {
    const key = `${subType}:${code}`;
    const event = this.open.get(key);
    if (!event) return;
    this.open.delete(key);
    this.reports.push({ ...event, isActive: false, at });
  }

  log(topic: MachineLog['topic'], code: string, status: string, at: number, payload: MachineLog['payload'] = {}): void {
    this.reports.push({ kind: 'log', logId: `l-${this.runId}-${this.next++}`, topic, code, status, at, payload });
  }

  take(): MachineReport[] {
    const taken = this.reports;
    this.reports = [];
    return taken;
  }
}
