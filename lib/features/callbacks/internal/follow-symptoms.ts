import type { SymptomState } from '@/lib/live/detector/symptom-state';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { CallbackStatusCode } from '../state';

/** What a call-out has become, and when. */
export interface ShownCallback {
  readonly callbackId: string;
  readonly status: CallbackStatusCode;
  readonly at: Date;
}

/**
 * What an OPEN symptom becomes when its call-out is in this state (silent-screens F2): the end of the call-out ends it; a
 * cancelled one returns it to the desk, or lets it rest where its condition is over.
 */
const BECOMES: Readonly<Partial<Record<CallbackStatusCode, { lasting: SymptomState; cleared: SymptomState }>>> = {
  CLSO: { lasting: 'CLOSED', cleared: 'CLOSED' },
  CLSC: { lasting: 'NOT_PROCESSED', cleared: 'INACTIVE' },
};

/** Writes the state of call-outs into their symptoms, and moves those that are OPEN with it. */
export async function followSymptoms(sql: Transaction, callbacks: readonly ShownCallback[]): Promise<void> {
  if (callbacks.length === 0) return;
  const rows = callbacks.map((callback) => ({ ...callback, ...BECOMES[callback.status] }));
  await sql.$executeRaw`
    UPDATE symptom s SET cbstate = r.status,
           symptom_state = CASE WHEN s.symptom_state <> 'OPEN' OR r.lasting IS NULL THEN s.symptom_state
                                WHEN s.cleared_date IS NULL THEN r.lasting ELSE r.cleared END,
           closed_date = CASE WHEN s.symptom_state = 'OPEN' AND r.lasting = 'CLOSED' THEN r.at ELSE s.closed_date END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("callbackId" text, status text, at timestamptz, lasting text, cleared text)
     WHERE s.callback_id = r."callbackId"
       AND (s.cbstate IS DISTINCT FROM r.status OR (s.symptom_state = 'OPEN' AND r.lasting IS NOT NULL))`;
}
