import type { Transaction } from '@/lib/platform/db/transaction';

interface ImportedDay {
  readonly equipmentNo: string;
  /** `yyyy-MM-dd` */
  readonly day: string;
}

/** Somebody else has told what units did on some days: the sums that hold them are made again, the days stay as they were told. */
export async function noteDays(sql: Transaction, days: readonly ImportedDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql.$executeRaw`
    INSERT INTO fact_change (equipment_no, from_day, until_day, is_days)
    SELECT "equipmentNo", min(day), max(day), false
      FROM jsonb_to_recordset(${JSON.stringify(days.map(({ equipmentNo, day }) => ({ equipmentNo, day })))}::jsonb) AS v ("equipmentNo" text, day date)
     GROUP BY 1`;
}
