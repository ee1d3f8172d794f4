import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OffDialog } from '@/components/off-maintenance/off-dialog';
import type { OffMaintenanceRow } from '@/lib/features/off-maintenance/contract';
import type { OffMove } from '@/lib/features/off-maintenance/value-sets';
import { answerCalls, renderApp } from '../support/render';

/** What is done about a unit that lost its maintenance (silent-screens A8). */

const ROW: OffMaintenanceRow = {
  id: '7',
  equipmentNo: 'E-1',
  equipmentName: '静安中心1号梯',
  buildingName: null,
  projectName: null,
  branchName: '上海分公司',
  contractNo: null,
  offDate: '2026-10-01',
  offDays: 50,
  reason: 'NOT_RENEWED',
  onlineStatus: 1,
  state: 'OPEN',
  follower: null,
  lastFollow: null,
  recoverDate: null,
  note: null,
};

function open(move: OffMove) {
  const calls = answerCalls(() => ({ code: 200, data: null }));
  const onDone = jest.fn();
  renderApp(<OffDialog move={move} row={ROW} onDone={onDone} onClose={() => undefined} />);
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { calls, onDone, field, submit };
}

afterEach(() => jest.restoreAllMocks());

it('a unit is stopped only with a note and its number typed again', async () => {
  const { calls, onDone, field, submit } = open('stop');
  await submit('停服');
  expect(await screen.findByText('请填写跟进说明')).toBeVisible();
  await userEvent.type(field(/跟进说明/), '业主已拆除');
  await userEvent.type(field(/再次输入设备号/), 'E-2');
  await submit('停服');
  expect([calls, onDone.mock.calls]).toEqual([[], []]);

  await userEvent.clear(field(/再次输入设备号/));
  await userEvent.type(field(/再次输入设备号/), ' E-1 ');
  await submit('停服');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(calls).toMatchObject([{ path: 'equipOffMaintenance/stop', body: { id: '7', note: '业主已拆除' } }]);
});

it('a follow-up needs its note, and keeps the reason', async () => {
  const followUp = open('followUp');
  await followUp.submit('跟进');
  expect(await screen.findByText('请填写跟进说明')).toBeVisible();
  expect(followUp.calls).toEqual([]);
  await userEvent.type(followUp.field(/跟进说明/), '客户下周签约');
  await followUp.submit('跟进');
  await waitFor(() => expect(followUp.onDone).toHaveBeenCalledTimes(1));
  expect(followUp.calls).toMatchObject([
    { path: 'equipOffMaintenance/followUp', body: { id: '7', note: '客户下周签约', reason: 'NOT_RENEWED' } },
  ]);
});

it('a unit goes back to service without a note', async () => {
  const { calls, onDone, submit } = open('resume');
  await submit('恢复服务');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(calls).toMatchObject([{ path: 'equipOffMaintenance/resume', body: { id: '7', note: '' } }]);
});
