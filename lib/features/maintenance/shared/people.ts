import type { MaintenanceRow } from '../row-contract';
import { DONE_STATUSES, NAME_COMMA } from '../value-sets';

export interface JobPerson {
  readonly name: string;
  readonly phone: string | null;
}

type People = Pick<
  MaintenanceRow,
  | 'jobStatus'
  | 'planTechnician1Name'
  | 'planTechnician1Phone'
  | 'planTechnician2Name'
  | 'planTechnician2Phone'
  | 'actualTechnician1Name'
  | 'actualTechnician1Phone'
  | 'actualTechnician2Name'
  | 'actualTechnician2Phone'
>;

const named = (pairs: readonly (readonly [string | null, string | null])[]): JobPerson[] =>
  pairs.flatMap(([name, phone]) => (name ? [{ name, phone: phone || null }] : []));

export const plannedOf = (job: People): JobPerson[] =>
  named([
    [job.planTechnician1Name, job.planTechnician1Phone],
    [job.planTechnician2Name, job.planTechnician2Phone],
  ]);

export const actualOf = (job: People): JobPerson[] =>
  named([
    [job.actualTechnician1Name, job.actualTechnician1Phone],
    [job.actualTechnician2Name, job.actualTechnician2Phone],
  ]);

/** For a finished job those who did it, else those planned (doc3 §3). @returns null when nobody is named */
export function techniciansOf(job: People): string | null {
  const people = DONE_STATUSES.includes(job.jobStatus) ? actualOf(job) : plannedOf(job);
  return people.map(({ name }) => name).join(NAME_COMMA) || null;
}
