import { techniciansOf } from '@/lib/features/maintenance/shared/people';
import type { MaintenanceStatus } from '@/lib/features/maintenance/value-sets';

const job = (jobStatus: MaintenanceStatus, rest: object = {}) => ({
  jobStatus,
  planTechnician1Name: 'P1',
  planTechnician1Phone: null,
  planTechnician2Name: null,
  planTechnician2Phone: null,
  actualTechnician1Name: 'A1',
  actualTechnician1Phone: null,
  actualTechnician2Name: 'A2',
  actualTechnician2Phone: null,
  ...rest,
});

describe('the technicians of a job', () => {
  it('[MAINT-014] are the actual ones joined with a Chinese comma when it is done, else the planned ones', () => {
    expect(techniciansOf(job('DONE'))).toBe('A1、A2');
    expect(techniciansOf(job('CONFIRM'))).toBe('A1、A2');
    expect(techniciansOf(job('LOCK'))).toBe('P1');
    expect(techniciansOf(job('PLAN', { planTechnician1Name: null }))).toBeNull();
  });
});
