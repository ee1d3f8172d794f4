'use client';

import { useLiveUnit } from '../frame/use-live-unit';
import type { LiveUnitConnection, LiveUnitData } from '../frame/use-live-unit';
import { StepView } from './step-view';

interface Props {
  readonly data: LiveUnitData;
  readonly connection?: LiveUnitConnection;
}

/** The live escalator page (doc2 §2.6). `data` is what the server read while rendering; everything after comes live. */
export function EscalatorPage({ data, connection }: Props) {
  return <StepView unit={useLiveUnit(data, connection)} form="escalator" showsTests={false} />;
}

/** This variant waits longer before data counts as old (doc2 §4.5, readings 24), ms. */
const CUSTOM_STALE_MS = 120_000;

/** The variant for the airport's users: a fault is a message, and it waits longer for data (doc2 §2.6). */
export function EscalatorCustomPage({
  data,
  connection,
  showsTests = false,
}: Props & { readonly showsTests?: boolean }) {
  const unit = useLiveUnit(data, { staleAfterMs: CUSTOM_STALE_MS, ...connection });
  return <StepView unit={unit} form="custom" showsTests={showsTests} />;
}
