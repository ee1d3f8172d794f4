import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';

/** Opens and closes lost-warranty records by the contracts (silent-screens A8). */

const WAITS = { maxWait: 20_000, timeout: 120_000 };

/**
 * Every night: a unit whose last contract is over and that has no newer one counts as lost from the day after. A unit
 * with a new contract in force is back from the contract's first day. A second run changes nothing. @returns how many
 * records were opened and closed
 */
export async function keepOffMaintenance(now: Date): Promise<{ opened: number; closed: number }> {
  const today = formatDate(now);
  return db().$transaction(async (sql) => {
    const back = await sql.$queryRaw<{ equipment_no: string; was: string }[]>`
      UPDATE off_maintenance o SET state = 'RENEWED', recover_date = greatest(c.start, o.off_date), update_date = ${now}
        FROM (SELECT equipment_no, min(contract_start_date) AS start FROM contract
               WHERE contract_start_date <= ${today}::date AND effective_end >= ${today}::date GROUP BY equipment_no) c,
             off_maintenance before
       WHERE o.equipment_no = c.equipment_no AND o.state IN ('OPEN', 'FOLLOWING', 'STOPPED') AND before.id = o.id
      RETURNING o.equipment_no, before.state::text AS was`;
    const stopped = back.filter(({ was }) => was === 'STOPPED').map(({ equipment_no: equipmentNo }) => equipmentNo);
    await sql.equipment.updateMany({ where: { equipmentNo: { in: stopped } }, data: { serviceStopped: false } });
    const opened = await sql.$executeRaw`
      INSERT INTO off_maintenance (id, equipment_no, branch_code, contract_no, off_date, reason, state, create_by, create_date, update_date)
      SELECT 'OFF' || to_char(l.effective_end + 1, 'YYMMDD') || '-' || right(e.equipment_no, 30), e.equipment_no, e.branch_code, l.contract_no,
             l.effective_end + 1,
             (CASE WHEN l.contract_actual_end_date < l.contract_end_date THEN 'TERMINATED' ELSE 'NOT_RENEWED' END)::off_reason,
             'OPEN', 'system', ${now}, ${now}
        FROM equipment e
        JOIN LATERAL (SELECT contract_no, effective_end, contract_end_date, contract_actual_end_date FROM contract c
                       WHERE c.equipment_no = e.equipment_no AND c.effective_end IS NOT NULL
                       ORDER BY c.effective_end DESC, c.contract_no DESC LIMIT 1) l ON true
       WHERE e.deleted_at IS NULL AND l.effective_end < ${today}::date
         AND NOT EXISTS (SELECT 1 FROM contract c WHERE c.equipment_no = e.equipment_no AND c.contract_start_date > l.effective_end)
         AND NOT EXISTS (SELECT 1 FROM off_maintenance o WHERE o.equipment_no = e.equipment_no AND (o.state <> 'RENEWED' OR o.off_date > l.effective_end))
      ON CONFLICT DO NOTHING`;
    return { opened, closed: back.length };
  }, WAITS);
}
