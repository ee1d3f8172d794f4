import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { createPersona, PERSONA_PASSWORD, PERSONAS } from '../../../../support/personas';
import { call, resetLimits } from '../../../../support/callers';
import { quickHash } from '../../../../support/quick-hash';
import { useFreshDatabase } from '../../../support/database';
import { createDesk } from '../../../features/callbacks/support/call-outs';

/** Who made or decided something is named only to who may see the account (readings 269). */

useFreshDatabase();
beforeAll(async () => {
  await createDesk();
  const description = { ...PERSONAS.branchManager, username: 'otherManager', branchCode: 'B02', branches: ['B02'] };
  await createPersona(description, await quickHash(PERSONA_PASSWORD));
});
beforeEach(resetLimits);
afterAll(closePortal);

/** Of their own branch, of a foreign one, of the head office, and no account of the portal. */
const MAKERS = ['branchDispatcher', 'otherBranch', 'platformAdmin', 'ERP'] as const;
/** A project of B02. */
const FOREIGN = 'P-3';
type Page<T> = { records: T[] };

it('creators of projects: a branch reads those of its own, each of two branches others', async () => {
  const created = async (who: string, projectId: string) =>
    (
      await call<Page<{ projectId: string; createBy: string }>>(who, 'POST', 'project/query', { pageSize: 100 })
    ).data.records.find((row) => row.projectId === projectId)?.createBy;
  const seen: Record<string, unknown[]> = {};
  for (const createBy of MAKERS) {
    await db().project.updateMany({ data: { createBy } });
    seen[createBy] = [
      await created('branchManager', 'P-1'),
      await created('otherManager', FOREIGN),
      await created('platformAdmin', 'P-1'),
    ];
  }
  expect(seen).toEqual({
    branchDispatcher: ['branchDispatcher', '', 'branchDispatcher'],
    otherBranch: ['', 'otherBranch', 'otherBranch'],
    platformAdmin: ['', '', 'platformAdmin'],
    ERP: ['ERP', 'ERP', 'ERP'],
  });
});

it('who decided an application', async () => {
  const decided: (string | null | undefined)[] = [];
  for (const approver of MAKERS) {
    await db().userApproval.deleteMany();
    await db().userApproval.create({
      data: {
        approvalId: 'A-1',
        kind: 'new',
        applicant: 'branchManager',
        username: 'somebody',
        branchCode: 'B01',
        payload: {},
        state: 'APPROVED',
        approver,
        approveDate: new Date(),
      },
    });
    const { data } = await call<Page<{ approver: string | null }>>('branchManager', 'POST', 'user/approval/query', {});
    decided.push(data.records[0]?.approver);
  }
  expect(decided).toEqual(['branchDispatcher', null, null, 'ERP']);
});
