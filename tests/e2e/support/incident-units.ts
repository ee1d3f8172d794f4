import { createLedgerBoxes, query, removeLedgerBoxes } from './ledger-boxes';
import { account, AT_REST, mosquittoPub, statusMessage } from './stack';
import type { DemoCube } from './stack';

/** Units of the dispatcher's branch that every customer sees, each with a box of the test's own. */

export const CUSTOMERS = ['customerLite', 'customerEssence', 'customerElite'];

export interface Unit extends DemoCube {
  readonly name: string;
}

/** Of the demo's story, put aside meanwhile: call-outs of persons still trapped, and units that say so. */
const aside = { callbacks: [] as string[], units: [] as string[], entrapments: [] as string[] };

/** @param name theirs, followed by `1#` and so on */
export async function createIncidentUnits(count: number, name: string): Promise<Unit[]> {
  const called = await query<{ callback_id: string }>(
    `UPDATE callback SET person_trapped = false WHERE person_trapped AND job_status NOT IN ('CLSO', 'CLSC') RETURNING callback_id`,
  );
  const said = await query<{ equipment_no: string }>(
    'UPDATE equipment_status SET entrapment_status = 0 WHERE entrapment_status = 1 RETURNING equipment_no',
  );
  const open = await query<{ id: string }>(
    `UPDATE entrapment SET released_at = greatest(now(), start_at), release_source = 'person', told_date = now(), release_told_date = now()
      WHERE released_at IS NULL RETURNING id`,
  );
  aside.entrapments = open.map((row) => row.id);
  aside.callbacks = called.map((row) => row.callback_id);
  aside.units = said.map((row) => row.equipment_no);
  const boxes = await createLedgerBoxes(count);
  const units = boxes.map((box, index) => ({ ...box, equipmentType: 'YAE_ELT', name: `${name}${index + 1}#` }));
  for (const unit of units) {
    await query(
      'UPDATE equipment SET equipment_name = $2, branch_code = (SELECT branch_code FROM users WHERE username = $3) WHERE equipment_no = $1',
      [unit.equipmentNo, unit.name, account('branchDispatcher').username],
    );
    await query(
      `INSERT INTO project_equipment (project_id, equipment_no)
       SELECT DISTINCT m.mapping_id, $1 FROM user_mapping m WHERE m.type = 1 AND m.username = ANY($2)`,
      [unit.equipmentNo, CUSTOMERS.map((persona) => account(persona).username)],
    );
  }
  return units;
}

/** Removes them with what the run made of them, and lets the demo's story go on. */
export async function removeIncidentUnits(units: readonly Unit[]): Promise<void> {
  await query('UPDATE callback SET person_trapped = true WHERE callback_id = ANY($1)', [aside.callbacks]);
  await query('UPDATE entrapment SET released_at = NULL, release_source = NULL WHERE id = ANY($1::bigint[])', [
    aside.entrapments,
  ]);
  await query('UPDATE equipment_status SET entrapment_status = 1 WHERE equipment_no = ANY($1)', [aside.units]);
  const numbers = units.map(({ equipmentNo }) => equipmentNo);
  await query('DELETE FROM project_equipment WHERE equipment_no = ANY($1)', [numbers]);
  await query('DELETE FROM escalation_step WHERE equipment_no = ANY($1)', [numbers]);
  await query('DELETE FROM detector_effect WHERE equipment_no = ANY($1)', [numbers]);
  await removeLedgerBoxes(units);
}

/** The box of the unit is there, and the unit at rest. */
export async function connect(unit: Unit): Promise<void> {
  await mosquittoPub(unit, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
  await mosquittoPub(unit, 'status', statusMessage(unit, AT_REST, { full: true }));
}

/** Its box says that somebody is trapped, or free. */
export const trap = (unit: Unit, value: boolean) =>
  mosquittoPub(unit, 'status', statusMessage(unit, { entrapment: { value } }));
