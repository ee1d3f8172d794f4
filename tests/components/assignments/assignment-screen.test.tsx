import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AssignmentScreen } from '@/components/assignments/assignment-screen';
import type { Assignment } from '@/lib/features/assignments/contract';
import { answerCalls, renderApp } from '../support/render';

const FIRST: Assignment = {
  callbackId: 'C-1',
  equipmentNo: 'E-1',
  equipmentName: '<img src=x onerror=alert(1)>',
  address: '静安区北京西路27号',
  buildingName: null,
  floor: '14',
  jobStatus: 'PAGE',
  jobDescription: '电梯不动',
  isTrapped: true,
  personTrapped: true,
  personInjured: false,
  trappedCount: 1,
  since: '2026-11-24 14:30:04',
  releaseDate: null,
  technicianName: '于志强',
  contact: { branchName: '上海分公司', name: '周敏', phone: '13800000001' },
  toldDate: '2026-11-24 14:32:38',
  acceptedDate: null,
  onWayDate: null,
  arrivedDate: null,
  statusHistory: [
    { status: 'INIT', updateTime: '2026-11-24 14:30:04' },
    { status: 'PAGE', updateTime: '2026-11-24 14:32:38' },
  ],
  sla: [
    {
      clock: 'arrival',
      state: 'running',
      limitSec: 1800,
      breachSec: 2700,
      due: '2026-11-24 15:00:04',
      stoppedAt: null,
      elapsedSec: 862,
      remainingSec: 938,
      breached: false,
    },
  ],
  actions: ['accept', 'onWay', 'free', 'giveBack'],
  parts: [],
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows floor, persons and address, and the next step is the one filled button', async () => {
  const calls = answerCalls(({ path }) => ({
    code: 200,
    data: path.endsWith('act') ? { ...FIRST, actions: ['onWay', 'giveBack'] } : FIRST,
  }));
  renderApp(<AssignmentScreen token="t" first={FIRST} />);
  for (const words of ['14', '静安区北京西路27号', '<img src=x onerror=alert(1)>'])
    expect(screen.getByText(words)).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('act'))).toEqual([]);
  await press('接单');
  expect(await screen.findByRole('button', { name: '我已出发' })).toHaveClass('MuiButton-contained');
  expect(calls.find(({ path }) => path.endsWith('act'))?.body).toEqual({ token: 't', action: 'accept', from: 'PAGE' });
});

it('says how far the work is and how long there is', () => {
  answerCalls(() => ({ code: 200, data: FIRST }));
  renderApp(<AssignmentScreen token="t" first={FIRST} />);
  expect(screen.getByRole('list', { name: '处理进度' }).querySelector('[aria-current]')).toHaveTextContent('14:32');
  expect(screen.getByRole('timer', { name: '到场' })).toHaveTextContent('15:38');
});

it('says that what is shown may be out of date where it cannot be read again', async () => {
  answerCalls(() => {
    throw new TypeError('no network');
  });
  renderApp(<AssignmentScreen token="t" first={FIRST} />);
  expect(await screen.findByText('网络不通，页面内容可能已过时。')).toBeVisible();
});

it('keeps what was typed where sending failed, and says so; given back, the link has ended', async () => {
  let isReachable = false;
  answerCalls(({ path }) => {
    if (!path.endsWith('act')) return { code: 200, data: FIRST };
    if (!isReachable) throw new TypeError('no network');
    return { code: 200, data: null };
  });
  renderApp(<AssignmentScreen token="t" first={FIRST} />);
  await press('退回派工');
  const reason = screen.getByRole('textbox', { name: /原因/ });
  await userEvent.type(reason, '车坏了');
  await press('退回派工');
  expect(await screen.findByText('没有发送成功，内容已保留，请重试或电话联系。')).toBeVisible();
  expect(reason).toHaveValue('车坏了');
  isReachable = true;
  await press('退回派工');
  expect(await screen.findByText('本链接已失效')).toBeVisible();
});
