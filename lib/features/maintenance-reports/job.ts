import { db } from '@/lib/platform/db/client';

/** A job as its document needs it: whatever stands on the paper. Days are `yyyy-MM-dd`, times instants. */
export interface PaperJob {
  readonly jobNo: string;
  readonly equipmentNo: string;
  readonly maintenanceType: string;
  readonly jobType: string | null;
  readonly jobStatus: string;
  readonly planDate: string;
  readonly planEndDate: Date | null;
  readonly departureDate: Date | null;
  readonly doneDate: Date | null;
  readonly signDate: Date | null;
  readonly planTechnician1Name: string | null;
  readonly planTechnician1Phone: string | null;
  readonly planTechnician2Name: string | null;
  readonly planTechnician2Phone: string | null;
  readonly actualTechnician1Name: string | null;
  readonly actualTechnician1Phone: string | null;
  readonly actualTechnician2Name: string | null;
  readonly actualTechnician2Phone: string | null;
  readonly equipment: {
    readonly equipmentName: string;
    readonly buildingName: string | null;
    readonly address: string | null;
    readonly governmentNo: string | null;
    readonly branch: { readonly branchName: string };
  };
  readonly items: readonly {
    readonly no: number;
    readonly item: string;
    readonly requirement: string | null;
    readonly result: string | null;
    readonly remark: string | null;
  }[];
  readonly parts: readonly { readonly name: string; readonly quantity: number }[];
  readonly report: { readonly mntOwners: string | null; readonly registerNo: string | null } | null;
  /** Strokes of points [x, y, …] on a field of 1000 by 600. Null: signed elsewhere, or not at all. */
  readonly signature: {
    readonly signerName: string;
    readonly phone: string | null;
    readonly signDate: Date;
    readonly strokes: readonly (readonly (readonly number[])[])[];
  } | null;
}

/** The job of a report. */
export async function findPaperJob(jobNo: string): Promise<PaperJob | null> {
  const job = await db().maintenanceJob.findUnique({
    where: { jobNo },
    include: {
      equipment: { include: { branch: { select: { branchName: true } } } },
      items: { orderBy: { no: 'asc' } },
      parts: { orderBy: { id: 'asc' } },
      report: { select: { mntOwners: true, registerNo: true } },
    },
  });
  return (
    job && {
      ...job,
      planDate: job.planDate.toISOString().slice(0, 10),
      parts: job.parts.map(({ name, quantity }) => ({ name, quantity: quantity.toNumber() })),
      signature: null,
    }
  );
}
