import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DutyBoard } from '@/components/callbacks/duty-board';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { holder } from '@/tests/support/holder';
import { answerCalls, renderApp } from '../support/render';

const row = (rest: Partial<DutyRow> = {}): DutyRow => ({
  callbackId: 'C1',
  symptomId: null,
  equipmentNo: 'U1',
  equipmentName: '大堂1号梯',
  branchName: '上海',
  status: 'INIT',
  openedBy: 'person',
  title: '门打不开',
  technicianName: null,
  technicianPhone: null,
  personTrapped: true,
  personInjured: false,
  createDate: '2026-11-22 10:00:00',
  clock: 'arrival',
  due: '2026-11-22 10:30:00',
  limitSec: 1800,
  remainingSec: -65,
  marks: [],
  told: [
    {
      level: 100,
      clock: 'arrival',
      outcome: 'told',
      createDate: '2026-11-22 10:30:01',
      people: [{ nickName: '王经理', channels: ['notice', 'sms'], smsState: 'SUPPRESSED' }],
    },
    { level: 0, clock: null, outcome: 'nobody', createDate: '2026-11-22 10:02:00', people: [] },
    {
      level: 1,
      clock: null,
      outcome: 'told',
      createDate: '2026-11-22 10:00:00',
      people: [{ nickName: '赵值班', channels: ['sms'], smsState: 'SENT' }],
    },
  ],
  acks: [],
  canAcknowledge: true,
  callHelp: true,
  ...rest,
});
const page = (records: DutyRow[]) => ({ total: records.length, pages: 1, size: 15, current: 1, records });
const who = holder(2, 'CALLBACK_READ', 'CALLBACK_WRITE');
afterEach(() => jest.restoreAllMocks());

it('says of an incident what is left, whom the portal has told by what, whom to call, and who has acknowledged', async () => {
  let isAcknowledged = false;
  const calls = answerCalls(({ path }) => {
    if (path === 'duty/acknowledge') isAcknowledged = true;
    const acks = isAcknowledged
      ? [{ nickName: '李调度', ackDate: '2026-11-22 10:31:00', own: true, inCharge: true }]
      : [];
    return {
      code: 200,
      data: path === 'duty/query' ? page([row({ acks, canAcknowledge: !isAcknowledged })]) : { acks },
    };
  });
  renderApp(<DutyBoard holder={who} />);
  await screen.findByTestId('duty');
  const incident = within(document.querySelector<HTMLElement>('[data-incident="C1"]') ?? document.body);
  expect(incident.getByRole('timer')).toHaveTextContent('超 1:05');
  expect(incident.getByText('请联系96333或119')).toBeInTheDocument();
  expect(incident.getByText(/王经理 \(站内 · 短信 未发送\)/)).toBeInTheDocument();
  expect(incident.getByText(/2分钟无人确认/)).toBeInTheDocument();
  expect(incident.getByText(/赵值班 \(短信 已发送\)/).closest('li')).toHaveTextContent('报警时');
  expect(incident.getByText('无人确认')).toBeInTheDocument();
  await userEvent.click(incident.getByRole('button', { name: '确认 大堂1号梯' }));
  await waitFor(() => expect(incident.getByText(/李调度/)).toBeInTheDocument());
  expect(incident.queryByRole('button', { name: /确认/ })).toBeNull();
  expect(calls.filter(({ path }) => path === 'duty/acknowledge').map(({ body }) => body)).toEqual([
    { callbackId: 'C1' },
  ]);
});

it('shows who opened a call-out and whether it was taken, and never contradicts itself', async () => {
  const ack = (inCharge: boolean) => ({ nickName: '李调度', ackDate: '2026-11-22 10:31:00', own: false, inCharge });
  const system = { openedBy: 'system' } as const;
  const cases: [string, Partial<DutyRow>, string, boolean][] = [
    ['C1', system, '系统已建召修，无人受理', false],
    ['C2', { ...system, acks: [ack(true)] }, '系统已建召修，待派工', false],
    ['C3', {}, '召修已建，待派工', true],
    ['C4', { acks: [ack(true)] }, '已受理，待派工', false],
    ['C5', { acks: [ack(false)] }, '召修已建，待派工', false],
    ['C6', { status: 'PAGE' }, '已派技术员', false],
  ];
  answerCalls(() => ({ code: 200, data: page(cases.map(([callbackId, rest]) => row({ ...rest, callbackId }))) }));
  renderApp(<DutyBoard holder={who} />);
  await screen.findByTestId('duty');
  for (const [id, , words, saysNobody] of cases) {
    const incident = within(document.querySelector<HTMLElement>(`[data-incident="${id}"]`) ?? document.body);
    expect(incident.getByText(words)).toBeInTheDocument();
    expect([id, incident.queryByText('无人确认') !== null]).toEqual([id, saysNobody]);
  }
});

it('a symptom links to its page only for users who may open it', async () => {
  const symptom = row({ callbackId: null, symptomId: 'S1', openedBy: null, status: 'OPEN' });
  answerCalls(() => ({ code: 200, data: page([symptom]) }));
  renderApp(<DutyBoard holder={who} />);
  await screen.findByTestId('duty');
  expect(screen.getByText('S1').closest('a')).toBeNull();
  expect(screen.getByText('无人确认')).toBeInTheDocument();
});

it('says that nothing is open, and a failure in words with a way to try again', async () => {
  let isBroken = true;
  answerCalls(() =>
    isBroken ? { code: 500, error: 'server_error', message: '系统异常，请稍后重试' } : { code: 200, data: page([]) },
  );
  renderApp(<DutyBoard holder={who} />);
  expect(await screen.findByText('值班列表加载失败')).toBeInTheDocument();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('目前没有未完成的召修')).toBeInTheDocument();
});
