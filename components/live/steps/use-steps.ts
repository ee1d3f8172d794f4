'use client';

import { stepPeriodMs, RIDING, speedPercent } from '@/lib/live/units/escalator';
import { beltOf, displayTypeOf, hasStepFault, lowPowerOf, stepCover, stepIcon } from '@/lib/live/units/step-page';
import type { Belt, LowPower, StepCover, StepForm, StepIcon, StepWay } from '@/lib/live/units/step-page';
import { stopSwitchOf } from '@/lib/live/units/stop-switch';
import type { StopSwitch } from '@/lib/live/units/stop-switch';
import { readBoolean, readText } from '@/lib/live/units/values';
import type { LiveUnit } from '../frame/use-live-unit';

export interface StepState extends LiveUnit {
  readonly form: StepForm;
  readonly kind: 'ES' | 'WW';
  readonly cover: StepCover;
  readonly icon: StepIcon;
  readonly mode: string | undefined;
  /** What the box says of the steps. */
  readonly belt: Belt;
  readonly percent: 0 | 50 | 100 | undefined;
  readonly lowPower: LowPower | undefined;
  /** The safety device that a fault names. */
  readonly hit: StopSwitch | undefined;
  /** What the picture shows instead, while the user tries it out in this browser. */
  readonly tried: StepWay | undefined;
  /** What the picture shows: `tried`, or the unit's own values. */
  readonly shown: { readonly way: StepWay; readonly periodMs: number };
}

/** Full speed, cm/s, which a test shows. */
const TRIED_SPEED = RIDING + 10;

/** Everything that pages of escalators and walks show: the unit's data, and what it means for the steps. */
export function useSteps(unit: LiveUnit, form: StepForm, tried: StepWay | undefined): StepState {
  const { live, link, faults } = unit;
  const kind = displayTypeOf(form);
  const hasFault = hasStepFault(unit.condition, live);
  // Band, title and row also get a fault that only the mode reports.
  const condition = { ...unit.condition, hasError: hasFault };
  const mode = readText(live.operationmode);
  const belt = beltOf(live, kind, condition);
  const isOnline = condition.link === 'online';
  const open = faults.entries.filter(({ error }) => error);
  const reported = readBoolean(live.errorstate) === true ? live.errorstate?.code : undefined;
  const { onlineStatus } = condition;
  return {
    ...unit,
    condition,
    form,
    kind,
    mode,
    belt,
    cover: stepCover({ form, onlineStatus, link, hasFault, live }),
    icon: stepIcon(condition, hasFault, mode),
    percent: isOnline ? speedPercent(belt.speed) : undefined,
    lowPower: lowPowerOf(condition, hasFault, mode, belt.speed),
    hit: hasFault ? stopSwitchOf(reported ?? open[0]?.gbCode) : undefined,
    tried,
    shown: { way: tried ?? belt.way, periodMs: stepPeriodMs(tried === undefined ? (belt.speed ?? 0) : TRIED_SPEED) },
  };
}
