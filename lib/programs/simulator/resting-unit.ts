import { passengersPerHour } from './demand';
import { Elevator } from './elevator';
import { Escalator } from './escalator';
import type { Machine, MachineOptions, MachineReport, MachineStatus } from './model';
import type { FleetUnit } from './unit';

/**
 * A unit that is not watched closely: now and then it reports its position, and counters that have grown by the traffic
 * of the hours since the last report. It costs nothing in between.
 */
const HOUR = 3_600_000;
/** Passengers share trips. */
const TRIPS_A_PASSENGER = 0.55;
const OPENINGS_A_TRIP = 1.12;
const SECONDS_A_TRIP = 14;
const KWH_A_TRIP = 0.035;

export class RestingUnit implements Machine {
  private now: number;
  private readonly values: Record<string, number>;
  private lastStatus: MachineStatus;

  constructor(
    private readonly unit: FleetUnit,
    private readonly options: MachineOptions,
  ) {
    this.now = options.startAt;
    this.values = { ...options.counters };
    this.lastStatus = this.look();
  }

  advance(toMs: number): void {
    // Ten-minute strokes are fine enough for a demand table by the hour.
    while (this.now < toMs) {
      const stroke = Math.min(10 * 60_000, toMs - this.now);
      this.grow(stroke);
      this.now += stroke;
    }
    this.lastStatus = this.look();
  }

  status(): MachineStatus {
    return this.lastStatus;
  }

  counters(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.values).map(([name, value]) => [
        name,
        name === 'energy' ? Math.round(value * 100) / 100 : Math.floor(value),
      ]),
    );
  }

  takeReports(): MachineReport[] {
    return [];
  }

  private look(): MachineStatus {
    if (this.unit.trouble === 'cabinet') return { connected: { value: false } };
    const options = { ...this.options, startAt: this.now };
    const status =
      this.unit.displayType === 'EV'
        ? new Elevator(this.unit, options).status()
        : new Escalator(this.unit, options).status();
    if (this.unit.trouble !== 'fault') return status;
    const fault: MachineStatus = {
      errorstate: { value: true, code: Number(this.unit.faultCode ?? 0) },
      health: { value: 'Bad' },
    };
    return this.unit.displayType === 'EV'
      ? { ...status, ...fault, mode: { value: 'UNV', secondary: [] } }
      : { ...status, ...fault, operationmode: { value: 'Fault', secondary: [] }, stepspeed: { value: 0 } };
  }

  private grow(ms: number): void {
    if (this.unit.trouble) return;
    const passengers = (passengersPerHour(this.unit.use, this.now, false) * ms) / HOUR;
    const add = (name: string, amount: number) => {
      this.values[name] = (this.values[name] ?? 0) + amount;
    };
    if (this.unit.displayType === 'EV') {
      const trips = passengers * TRIPS_A_PASSENGER;
      add('trips', trips);
      add('openings', trips * OPENINGS_A_TRIP);
      add('cumulativetriptime', trips * SECONDS_A_TRIP);
      add('energy', trips * KWH_A_TRIP + (0.18 * ms) / HOUR);
      add('passengers', passengers);
      return;
    }
    const isQuiet = passengers / (ms / HOUR) < 12;
    const running = this.unit.direction === 'Up' ? 'up' : 'down';
    add(
      isQuiet && this.unit.idle === 'crawls'
        ? 'crawling'
        : isQuiet && this.unit.idle === 'stands'
          ? 'readytostart'
          : running,
      ms / 1000,
    );
    add('energy', (this.unit.ratedPowerKw * (isQuiet ? 0.12 : 0.35) * ms) / HOUR);
    add('passengers', passengers * 2.5);
  }
}
