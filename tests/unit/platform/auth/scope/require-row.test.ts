import { requireRow } from '@/lib/platform/auth/scope/require-row';

interface Where {
  readonly branchCode?: string;
}
/** A table of one row, of branch B01. */
const find = (within: Where) =>
  Promise.resolve(within.branchCode === undefined || within.branchCode === 'B01' ? { id: 7 } : null);

describe('a row by its key', () => {
  it('is given to whoever has it in his scope', async () => {
    await expect(requireRow<{ id: number }, Where>(find, { branchCode: 'B01' })).resolves.toEqual({ id: 7 });
  });
  it('is refused with 511 to whoever has not, in the words of the list where it has some', async () => {
    await expect(requireRow<{ id: number }, Where>(find, { branchCode: 'B02' })).rejects.toMatchObject({
      id: 'no_object_permission',
      messageKey: 'no_object_permission',
    });
    const words = { denied: 'noEquipmentPermission' };
    await expect(requireRow<{ id: number }, Where>(find, { branchCode: 'B02' }, words)).rejects.toMatchObject({
      code: 511,
      messageKey: 'noEquipmentPermission',
    });
  });
  it('is 404 where there is none', async () => {
    await expect(requireRow(() => Promise.resolve(null), {}, { missing: 'roleNotFound' })).rejects.toMatchObject({
      id: 'not_found',
      messageKey: 'roleNotFound',
    });
  });
});
