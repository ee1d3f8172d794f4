import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BindDialog } from '@/components/gateways/bind-dialog';
import { pageOf } from '../support/list-screen';
import { answerCalls, renderApp } from '../support/render';

/** Binding a box (silent-screens A1): the units without a box are offered by what is typed. */

const UNITS = [
  { equipmentNo: '10100001', equipmentName: '静安中心1号梯' },
  { equipmentNo: '10100002', equipmentName: '静安中心2号梯' },
];
const show = (
  bound: () => { code: number; message?: string; error?: string; data?: unknown } = () => ({ code: 200 }),
) => {
  const onSaved = jest.fn();
  const calls = answerCalls(({ path, body }) =>
    path === 'equipment/query'
      ? {
          code: 200,
          data: pageOf(UNITS.filter(({ equipmentName }) => equipmentName.includes(String(body.key ?? '')))),
        }
      : bound(),
  );
  renderApp(<BindDialog cubeNo="EC002" onSaved={onSaved} onClose={() => undefined} />);
  return { onSaved, asked: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body) };
};
const field = () => screen.getByRole('combobox', { name: /设备号/ });
const bind = () => userEvent.click(screen.getByRole('button', { name: '绑定' }));

afterEach(() => jest.restoreAllMocks());

it('offers units without a box by number or name, and binds the chosen one', async () => {
  const { asked, onSaved } = show();
  await userEvent.type(field(), '2号');
  await waitFor(() => expect(asked('equipment/query').at(-1)).toMatchObject({ key: '2号', onlineStatus: 4 }));
  await userEvent.click(await screen.findByRole('option', { name: '10100002 · 静安中心2号梯' }));
  expect(field()).toHaveValue('10100002');
  await bind();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ cubeNo: 'EC002', equipmentNo: '10100002' }));
  expect(asked('gateway/bind')).toEqual([{ cubeNo: 'EC002', equipmentNo: '10100002' }]);
});

it('takes a number that is typed, and says under the field why it cannot be bound', async () => {
  const { onSaved } = show(() => ({
    code: 400,
    message: '输入有误',
    error: 'validation_failed',
    data: { fieldErrors: { equipmentNo: '该设备已有盒子' } },
  }));
  await userEvent.type(field(), ' 10109999 ');
  await bind();
  expect(await screen.findByText('该设备已有盒子')).toBeVisible();
  expect(onSaved).not.toHaveBeenCalled();
});

it('does not ask the server without a number', async () => {
  const { asked } = show();
  await bind();
  expect(field()).toBeInvalid();
  expect(asked('gateway/bind')).toEqual([]);
});
