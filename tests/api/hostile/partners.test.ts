import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { callSms } from '../../support/sms-client';
import { basic, createPartners, sendRows } from '../features/integration/support/partner';
import { useFreshDatabase } from '../support/database';

/** What a partner system could send that no program of a friend sends. */

useFreshDatabase();
beforeAll(createPartners);
beforeEach(resetRateLimits);

const partners = OPERATIONS.filter(({ access }) => access.kind === 'partner');

it.each(partners.map(({ name, method, path }) => [name, method, path] as const))(
  '%s: an id that no row can hold is nobody’s',
  async (_, method, path) => {
    for (const id of ['erp\0', '\0', 'a\ud800'])
      expect(await callSms(method, path, { body: {}, headers: basic(id) })).toMatchObject({ status: 401 });
  },
);

it('a field that holds an object is refused by its name, and the good rows of the batch are kept', async () => {
  const branch = (branchCode: string, rest: object = {}) => ({ branchCode, branchName: '广州', ...rest });
  expect((await sendRows('branch', [branch('B91')])).data).toMatchObject({ created: 1 });
  const unit = (equipmentNo: string, rest: object = {}) => ({
    equipmentNo,
    equipmentName: equipmentNo,
    equipmentType: 'YAE_ESC',
    branchCode: 'B91',
    ...rest,
  });
  const odd = unit('ODD-1', { serviceStopped: { toString: 1 } });
  expect(await sendRows('equipment', [odd, unit('GOOD-1')])).toMatchObject({
    code: 200,
    data: { created: 1, failed: [{ index: 0, message: expect.stringMatching(/^serviceStopped: ./) as string }] },
  });
});
