import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingsDialog } from '@/components/settings/shared/settings-dialog';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { SettingRow } from '@/lib/features/settings/contract';
import { answerCalls, renderApp } from '../support/render';

/** The settings of the installation: an administrator changes one, or returns it to its standard. */

const MASTER: SettingRow = {
  key: 'callback.erpMaster',
  fields: [{ path: '', kind: 'switch', value: false, standard: false }],
  isStored: false,
  updateBy: null,
  updateDate: null,
};
const SLA: SettingRow = {
  key: 'callback.sla',
  fields: [
    { path: 'other.response', kind: 'seconds', value: 240, standard: 180 },
    { path: 'other.arrival', kind: 'seconds', value: 1800, standard: 1800 },
  ],
  isStored: true,
  updateBy: 'hq_admin',
  updateDate: '2026-11-20 09:00:00',
};

async function open() {
  const calls = answerCalls(({ path }) => ({ code: 200, data: path === 'setting/list' ? [MASTER, SLA] : null }));
  renderApp(
    <>
      <SettingsDialog onClose={() => undefined} />
      <ToastHost />
    </>,
  );
  await screen.findByRole('dialog', { name: '系统设置' });
  await screen.findByRole('group', { name: '召修时限(秒)' });
  return { sent: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body) };
}
const setting = (name: string) => within(screen.getByRole('group', { name }));
const reset = (name: string) => setting(name).getByRole('button', { name: '恢复标准' });

afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

it('a setting returns to its standard where somebody has changed it, and only there', async () => {
  const { sent } = await open();
  expect(reset('召修由ERP管理')).toBeDisabled();
  expect(setting('召修时限(秒)').getByText('由 hq_admin 于 2026-11-20 09:00:00 修改')).toBeInTheDocument();
  await userEvent.click(reset('召修时限(秒)'));
  expect(await screen.findByText('设置已保存')).toBeInTheDocument();
  expect(sent('setting/reset')).toEqual([{ key: 'callback.sla' }]);
});

it('a setting is saved whole, and not before each of its fields holds a value', async () => {
  const { sent } = await open();
  const save = setting('召修时限(秒)').getByRole('button', { name: '保存' });
  expect(save).toBeDisabled();
  const response = setting('召修时限(秒)').getByRole('textbox', { name: '其他：响应' });
  await userEvent.clear(response);
  expect(response).toBeInvalid();
  expect(save).toBeDisabled();
  await userEvent.type(response, '300');
  await userEvent.click(save);
  expect(await screen.findByText('设置已保存')).toBeInTheDocument();
  expect(sent('setting/save')).toEqual([
    {
      key: 'callback.sla',
      values: [
        { path: 'other.response', value: 300 },
        { path: 'other.arrival', value: 1800 },
      ],
    },
  ]);
});
