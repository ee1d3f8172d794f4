import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { readCallbackSettings } from '@/lib/features/callbacks/internal/callback-settings';
import { readLimits } from '@/lib/features/dashboards/internal/limits';
import { DEFAULT_LIMITS } from '@/lib/features/dashboards/value-sets';
import type { SettingRow } from '@/lib/features/settings/contract';
import { db } from '@/lib/platform/db/client';
import { auditedChange } from '../../../support/audit';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
beforeAll(createPersonas);
afterAll(closePortal);

const list = async () => (await call<SettingRow[]>('platformAdmin', 'GET', 'setting/list')).data;
const save = (who: string, key: string, values: object[]) => call(who, 'POST', 'setting/save', { key, values });
const valuesOf = async (key: string) =>
  (await list()).find((row) => row.key === key)?.fields.map(({ path, value }) => ({ path, value })) ?? [];

describe('settings of the installation', () => {
  it('are shown with their standard, changed, read by whoever asks, and reset; each change is audited', async () => {
    const values = await valuesOf('dashboard.limits');
    expect(values).toContainEqual({ path: 'availability.good', value: DEFAULT_LIMITS.availability?.good });
    const changed = values.map((one) => (one.path === 'availability.good' ? { ...one, value: 99.9 } : one));
    expect(await save('platformAdmin', 'dashboard.limits', changed)).toMatchObject({ code: 200 });
    expect((await readLimits()).availability).toEqual({ good: 99.9, watch: 98.5 });
    expect(await auditedChange('saveSetting')).toEqual({ 'availability.good': { before: 99.5, after: 99.9 } });
    expect((await list()).find(({ key }) => key === 'dashboard.limits')).toMatchObject({
      isStored: true,
      updateBy: 'platformAdmin',
    });
    expect(await call('platformAdmin', 'POST', 'setting/reset', { key: 'dashboard.limits' })).toMatchObject({
      code: 200,
    });
    expect(await readLimits()).toEqual(DEFAULT_LIMITS);
    expect(await db().setting.count({ where: { key: 'dashboard.limits' } })).toBe(0);
  });

  it('hold for call-outs at once', async () => {
    const limits = await valuesOf('callback.sla');
    const changed = limits.map((one) => (one.path === 'entrapment.response' ? { ...one, value: 120 } : one));
    expect(await save('platformAdmin', 'callback.sla', changed)).toMatchObject({ code: 200 });
    expect(await save('platformAdmin', 'callback.erpMaster', [{ path: '', value: true }])).toMatchObject({ code: 200 });
    expect(await readCallbackSettings()).toMatchObject({
      isErpMaster: true,
      limits: { entrapment: { response: 120 } },
    });
  });

  it('refuse what their reader would not understand, and everybody but the administrators of head office', async () => {
    expect(await save('platformAdmin', 'callback.sla', [{ path: 'entrapment.response', value: -1 }])).toMatchObject({
      code: 400,
    });
    expect(await save('platformAdmin', 'callback.sla', [{ path: 'nobody.knows', value: 1 }])).toMatchObject({
      code: 400,
    });
    expect(await save('platformAdmin', 'callback.erpMaster', [{ path: '', value: 3 }])).toMatchObject({ code: 400 });
    expect(await save('platformAdmin', 'unknown', [])).toMatchObject({ code: 404 });
    expect(await save('branchManager', 'callback.erpMaster', [{ path: '', value: false }])).toMatchObject({
      code: 403,
    });
    expect(await call('branchManager', 'GET', 'setting/list')).toMatchObject({ code: 403 });
  });
});
