'use client';

import type { ReactNode } from 'react';
import { useLiveUnit } from '../frame/use-live-unit';
import type { LiveUnitConnection, LiveUnitData } from '../frame/use-live-unit';
import { StepView } from './step-view';

interface Props {
  readonly data: LiveUnitData;
  readonly connection?: LiveUnitConnection;
  readonly showsTests?: boolean;
  /** Copyright line and record-filing link. */
  readonly footer?: ReactNode;
}

/** The live page of a moving walk (doc2 §2.7, doc3 §2.5). A refusal ends its connection (readings 31). */
export function SidewalkPage({ data, connection, showsTests = false, footer }: Props) {
  const unit = useLiveUnit(data, { refusals: 'end', ...connection });
  return <StepView unit={unit} form="walk" showsTests={showsTests} footer={footer} />;
}
