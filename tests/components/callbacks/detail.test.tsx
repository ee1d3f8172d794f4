import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CallbackDetailScreen } from '@/components/callbacks/callback-detail-screen';
import type { HistoryMoment } from '@/lib/features/callback-history/contract';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { movesFrom } from '@/lib/features/callbacks/shared/transitions';
import { holder } from '@/tests/support/holder';
import { PAIRS } from '../../support/callback-moves';
import { pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const DISPATCHER = { mayMove: true, isErpMaster: false };
const ID = 'C-100';

function detailOf(rest: Partial<CallbackDetail> = {}): CallbackDetail {
  const jobStatus = rest.jobStatus ?? 'INIT';
  return {
    callbackId: ID,
    equipmentNo: '10100001',
    equipmentName: '静安中心1号梯',
    callbackType: 'Customer call',
    jobDescription: '轿厢异响',
    personTrapped: false,
    personInjured: false,
    personStatus: 'normal',
    jobTechRemark: null,
    scsa: null,
    scsaText: null,
    scsb: null,
    scsbText: null,
    jobStatus,
    technicianName: null,
    technicianPhone: null,
    createDate: '2026-11-22 09:00:00',
    jobUpdateDate: '2026-11-22 09:00:00',
    sapSystem: 'SAP-CN',
    callerName: '王女士',
    callerPhone: '13800000001',
    arrivalDate: null,
    releaseDate: null,
    releaseSource: null,
    trappedSec: null,
    closeDate: null,
    trappedCount: null,
    trappedDate: null,
    equipmentRunning: null,
    previousCallbackId: null,
    expectedReturnDate: null,
    slaDue: { response: null, arrival: null, release: null, restore: null },
    sla: [
      {
        clock: 'response',
        state: 'stopped',
        limitSec: 600,
        breachSec: 600,
        due: '2026-11-22 09:10:00',
        stoppedAt: '2026-11-22 09:04:00',
        elapsedSec: 240,
        remainingSec: null,
        breached: false,
      },
      {
        clock: 'arrival',
        state: 'running',
        limitSec: 3600,
        breachSec: 7200,
        due: '2026-11-22 10:00:00',
        stoppedAt: null,
        elapsedSec: 1800,
        remainingSec: 1800,
        breached: false,
      },
    ],
    floor: '7',
    moves: movesFrom(jobStatus, DISPATCHER),
    equipment: {
      equipmentNo: '10100001',
      cubeNo: 'SH01',
      equipmentType: 'YAE_ELT',
      productLine: 'VERTA 500',
      equipmentName: '静安中心1号梯',
      buildingName: '主楼',
      address: '北京西路27号',
    },
    statusHistory: [{ status: jobStatus, updateTime: '2026-11-22 09:00:00', reason: null, expectedReturnDate: null }],
    ...rest,
  };
}

const show = (
  detail: CallbackDetail = detailOf(),
  answers: Parameters<typeof renderList>[1] = {},
  who = holder(2, 'CALLBACK_READ', 'CALLBACK_WRITE', 'SYMPTOM_READ', 'MONITOR_READ'),
) =>
  renderList(<CallbackDetailScreen first={detail} holder={who} />, {
    [`callback/${ID}`]: () => ({ code: 200, data: detail }),
    'callback/technicians': () => ({
      code: 200,
      data: [
        {
          technicianName: '李师傅',
          technicianPhone: '13900000001',
          lastUsed: '2026-11-21 08:00:00',
          onUnit: false,
          openJobs: 0,
        },
        {
          technicianName: '张师傅',
          technicianPhone: '13900000002',
          lastUsed: '2026-11-20 08:00:00',
          onUnit: true,
          openJobs: 2,
        },
      ],
    }),
    'option/scsb': () => ({ code: 200, data: [{ value: '1', label: '门系统', labelEn: 'Door system' }] }),
    'callback/query': () => ({ code: 200, data: pageOf([]) }),
    ...answers,
  });
const ACTIONS: Readonly<Record<string, string>> = {
  派工: 'PAGE',
  出发: 'DISP',
  到场: 'SITE',
  中断: 'INTR',
  改派: 'REQU',
  关闭召修: 'CLSO',
  取消召修: 'CLSC',
};
const offered = () =>
  screen
    .getAllByRole('button')
    .flatMap((button) => ACTIONS[button.textContent ?? ''] ?? [])
    .sort();
const start = async (action: string, title: string) => {
  await userEvent.click(screen.getByRole('button', { name: action }));
  return screen.findByRole('dialog', { name: title });
};

afterEach(() => jest.restoreAllMocks());

describe('the page of a call-out', () => {
  it('[CALL-015] [CALL-020] shows five steps and how far it is', async () => {
    show(detailOf({ jobStatus: 'DISP' }));
    await answered();
    const steps = within(screen.getByRole('list', { name: '处理进度' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent?.replace(/[\d: -]+$/, ''))).toEqual([
      '召修通知',
      '派工',
      '出发',
      '到场',
      '关闭',
    ]);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null]);
  });

  it('tells in one time line who acted, who was sent and told, and what became of the messages', async () => {
    const at = '2026-11-22 09:0';
    const history: HistoryMoment[] = [
      { kind: 'freed', at: `${at}9:00`, by: { kind: 'technician', name: '李师傅' } },
      {
        kind: 'told',
        at: `${at}8:00`,
        why: 'mark',
        clock: 'arrival',
        percent: 80,
        outcome: 'told',
        people: [{ nickName: '王经理', channels: ['notice', 'sms'], smsState: 'FAILED' }],
      },
      {
        kind: 'told',
        at: `${at}7:00`,
        why: 'notAccepted',
        clock: null,
        percent: null,
        outcome: 'nobody',
        people: [],
      },
      {
        kind: 'status',
        at: `${at}6:00`,
        status: 'PAGE',
        by: { kind: 'account', name: '周敏' },
        reason: null,
        expectedReturnDate: null,
        technician: { name: '李师傅', smsState: 'DELIVERED' },
      },
      { kind: 'acknowledged', at: `${at}5:00`, by: { kind: 'account', name: null } },
      {
        kind: 'status',
        at: `${at}4:00`,
        status: 'INIT',
        by: { kind: 'system', name: null },
        reason: null,
        expectedReturnDate: null,
        technician: null,
      },
    ];
    show(detailOf({ jobStatus: 'PAGE' }), { [`callbackHistory/${ID}`]: () => ({ code: 200, data: history }) });
    await waitFor(() =>
      expect(
        within(screen.getByRole('list', { name: '经过' }))
          .getAllByRole('listitem')
          .map((item) => item.textContent?.replace(/^.{19}/, '')),
      ).toEqual([
        '人员已解困技术员 李师傅',
        '已通知：到场80%王经理 (站内 · 短信 失败)',
        '已通知：技术员未接单无可通知人员',
        '已派技术员派给 李师傅 · 短信 已送达 · 周敏',
        '已确认',
        '召修通知系统',
      ]),
    );
  });

  it('begins on a phone with floor, since when, persons and address, until it is over', async () => {
    const trapped = { personTrapped: true, personStatus: 'trapped', trappedCount: 2 } as const;
    show(detailOf({ ...trapped, trappedDate: '2026-11-22 08:58:00' }));
    await answered();
    expect(within(screen.getByRole('region', { name: '处理要点' })).getAllByRole('definition')).toMatchObject(
      ['7', '2026-11-22 08:58:00', '被困、2人', '北京西路27号 主楼'].map((textContent) => ({ textContent })),
    );
    cleanup();
    show(detailOf({ ...trapped, jobStatus: 'CLSO' }));
    await answered();
    expect(screen.queryByRole('region', { name: '处理要点' })).not.toBeInTheDocument();
  });

  const customer = holder(1, 'CALLBACK_READ');
  const lateClocks = detailOf().sla.map((clock) => ({ ...clock, breached: clock.clock === 'arrival' }));
  it('tells a customer that the arrival is late, and whom to ring', async () => {
    const sent = {
      jobStatus: 'DISP',
      technicianName: '李师傅',
      technicianPhone: '13900000001',
      sla: lateClocks,
    } as const;
    show(detailOf(sent), {}, customer);
    await answered();
    const late = () => screen.queryAllByRole('status').find((one) => one.textContent?.includes('已超时'));
    expect(late()).toHaveTextContent('到场已超时请致电技术员 李师傅');
    expect(within(late() ?? document.body).getByRole('link')).toHaveAttribute('href', 'tel:13900000001');
    cleanup();
    show(detailOf({ sla: lateClocks }), {}, customer);
    await answered();
    expect(late()).toHaveTextContent('到场已超时请联系维保单位');
    cleanup();
    // In time, and to who dispatches, nothing of it is said.
    show(detailOf(), {}, customer);
    await answered();
    expect(late()).toBeUndefined();
    cleanup();
    show(detailOf({ sla: lateClocks }));
    await answered();
    expect(late()).toBeUndefined();
  });

  it('shows dates without times in steps, deadlines, history and facts when the reader may see dates only', async () => {
    const day = '2026-11-22';
    show(
      detailOf({
        jobStatus: 'INTR',
        createDate: day,
        jobUpdateDate: day,
        arrivalDate: day,
        trappedDate: day,
        releaseDate: day,
        expectedReturnDate: day,
        personTrapped: true,
        sla: detailOf().sla.map((clock) => ({
          ...clock,
          due: day,
          stoppedAt: clock.stoppedAt && day,
          elapsedSec: null,
          remainingSec: null,
        })),
        statusHistory: (['INIT', 'PAGE', 'DISP', 'SITE', 'INTR'] as const).map((status) => ({
          status,
          updateTime: day,
          reason: null,
          expectedReturnDate: status === 'INTR' ? day : null,
        })),
      }),
    );
    await answered();
    // How long something may take is no time of day.
    const text = document.body.textContent?.replace(/限 [\d:]+/g, '');
    expect(text).toContain(day);
    expect(text).not.toMatch(/\d{1,2}:\d{2}/);
  });

  const ends = [
    ['CLSO', '召修关闭'],
    ['CLSC', '召修取消'],
  ] as const;
  it.each(ends)('[CALL-021] calls the last step as the call-out ended: %s', async (jobStatus, label) => {
    show(detailOf({ jobStatus }));
    await answered();
    expect(
      within(screen.getByRole('list', { name: '处理进度' }))
        .getAllByRole('listitem')
        .at(-1)?.textContent,
    ).toContain(label);
  });

  const states = [
    ['INIT', '召修通知'],
    ['REQU', '重新派工'],
    ['PAGE', '已派技术员'],
    ['DISP', '技术员出发'],
    ['SITE', '技术员到场'],
    ['INTR', '维修中断'],
    ['CLSO', '召修关闭'],
    ['CLSC', '召修取消'],
  ] as const;
  it.each(states)('[CALL-018] says %s as %s', async (jobStatus, label) => {
    show(detailOf({ jobStatus }));
    await answered();
    expect(within(screen.getByRole('banner')).getByText(label)).toBeInTheDocument();
  });

  it('[CALL-016] shows what is known of the call-out and of the unit', async () => {
    show();
    await answered();
    const call = screen.getByRole('region', { name: '召修信息' });
    for (const text of ['客户报修', '轿厢异响', '王女士', 'SAP-CN', '2026-11-22 09:00:00'])
      expect(within(call).getAllByText(text).length).toBeGreaterThan(0);
    expect(within(call).getByRole('link', { name: '拨打 13800000001' })).toHaveAttribute('href', 'tel:13800000001');
    const unit = screen.getByRole('region', { name: '设备信息' });
    for (const text of ['静安中心1号梯', '北京西路27号', '主楼', 'VERTA 500', 'SH01'])
      expect(within(unit).getByText(text)).toBeInTheDocument();
  });

  it('[CALL-017] shows its symptoms to users who may read symptoms', async () => {
    const symptoms = {
      'symptom/query': () => ({
        code: 200,
        data: pageOf([
          {
            symptomId: 'S-1',
            symptomDefinitionId: null,
            symptomTitle: 'B01-故障停梯',
            category: 'B',
            symptomState: 'OPEN',
            createDate: '2026-11-22 08:58:00',
          },
        ]),
      }),
    };
    const { asked } = show(detailOf(), symptoms);
    await userEvent.click(screen.getByRole('tab', { name: '故障征兆' }));
    expect(await screen.findByText('故障停梯')).toBeInTheDocument();
    expect(asked('symptom/query')[0]).toMatchObject({ callbackId: ID });
    document.body.replaceChildren();
    show(detailOf(), symptoms, holder(2, 'CALLBACK_READ'));
    await answered();
    expect(screen.queryByRole('tab', { name: '故障征兆' })).toBeNull();
  });

  it('keeps the chosen part in the address', async () => {
    const { urls } = show();
    await userEvent.click(screen.getByRole('tab', { name: '本梯召修' }));
    expect(urls.at(-1)).toBe('?tab=unit');
    expect(await screen.findByText('本梯没有其他召修')).toBeInTheDocument();
  });

  it('shows the clock that runs large, what is over small with its result', async () => {
    show();
    await answered();
    expect(screen.getByRole('timer', { name: '到场' })).toHaveTextContent(/剩\s*(30:00|29:5\d)/);
    const small = document.querySelector('li[data-clock="response"]');
    expect(small).toHaveTextContent('4:00');
    expect(small).toHaveTextContent('达标');
  });

  it('warns of trapped persons, and says whom to call when nobody arrives in time', async () => {
    const [response, arrival] = detailOf().sla;
    if (!response || !arrival) throw new Error('two clocks');
    show(
      detailOf({
        jobStatus: 'DISP',
        personTrapped: true,
        trappedCount: 2,
        sla: [response, { ...arrival, remainingSec: -60, breached: true }],
      }),
    );
    await answered();
    expect(screen.getByRole('alert')).toHaveTextContent('有人被困，2人');
    expect(screen.getByRole('alert')).toHaveTextContent('请联系96333或119');
    expect(screen.getByRole('timer', { name: '到场' })).toHaveTextContent(/超\s*1:0/);
  });
});

describe('persons who are free', () => {
  const FREED = {
    jobStatus: 'SITE',
    personTrapped: true,
    releaseDate: '2026-11-22 09:12:05',
    releaseSource: 'box',
    trappedSec: 725,
  } as const;

  it('released persons are shown with time, duration and who reported it, and raise no alarm', async () => {
    show(detailOf(FREED));
    await answered();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/有人被困/)).toBeNull();
    expect(screen.getByText(/被困人员已于 11-22 09:12:05 救出/)).toHaveTextContent('被困 12:05（设备自动上报）');
  });

  it('closing does not ask about trapped persons; the time may be corrected', async () => {
    show(detailOf(FREED));
    await answered();
    const dialog = await start('关闭召修', '关闭召修');
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭召修' }));
    expect(await within(dialog).findByText('请填写处理情况')).toBeInTheDocument();
    expect(within(dialog).queryByText('请填写解困时间')).toBeNull();
    expect(within(dialog).getByLabelText(/^解困时间/)).toBeInTheDocument();
  });
});

describe('what may be done', () => {
  it.each(CALLBACK_STATUSES)('in %s is exactly what the table allows', async (jobStatus) => {
    show(detailOf({ jobStatus }));
    await answered();
    expect(offered()).toEqual(
      PAIRS.flatMap(({ from, to, isAllowed }) => (from === jobStatus && isAllowed ? [to] : [])).sort(),
    );
  });

  it('is not offered to a user who may only read', async () => {
    show(detailOf({ moves: [] }));
    await answered();
    expect(offered()).toEqual([]);
  });

  it('Enter in the search for technicians searches, and sends nobody', async () => {
    const { asked } = show();
    const dialog = await start('派工', '派技术员');
    await userEvent.click(within(dialog).getByRole('button', { name: /张师傅/ }));
    await userEvent.type(within(dialog).getByRole('search').querySelector('input') ?? dialog, '周{Enter}');
    await waitFor(() => expect(asked('callback/technicians').at(-1)).toMatchObject({ key: '周' }));
    expect(asked('callback/transition')).toEqual([]);
    // A form in a form is none that a browser would read.
    expect(dialog.querySelectorAll('form form')).toHaveLength(0);
  });

  it('says of each technician what is open and when he was sent last, and is worked with the keys alone', async () => {
    show();
    const dialog = await start('派工', '派技术员');
    const search = within(dialog).getByRole('textbox', { name: '按姓名或电话查找' });
    expect(search).toHaveFocus();
    const [free, busy] = await Promise.all([
      within(dialog).findByRole('button', { name: /李师傅.*空闲.*上次派工 2026-11-21 08:00:00/ }),
      within(dialog).findByRole('button', {
        name: /张师傅.*未完成召修 2 项.*上次处理本梯 · 上次派工 2026-11-20 08:00:00/,
      }),
    ]);
    await userEvent.keyboard('{ArrowDown}');
    expect(free).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(busy).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(busy).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(search).toHaveFocus();
  });

  it('a technician is chosen with one click', async () => {
    const { asked } = show(undefined, {
      'callback/transition': () => ({ code: 200, data: detailOf({ jobStatus: 'PAGE', technicianName: '张师傅' }) }),
    });
    const dialog = await start('派工', '派技术员');
    await userEvent.click(within(dialog).getByRole('button', { name: '派工' }));
    expect((await within(dialog).findAllByText('请填写技术员姓名和电话')).length).toBe(2);
    await userEvent.click(within(dialog).getByRole('button', { name: /张师傅.*上次处理本梯/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: '派工' }));
    await waitFor(() =>
      expect(asked('callback/transition')[0]).toMatchObject({
        callbackId: ID,
        from: 'INIT',
        status: 'PAGE',
        technicianName: '张师傅',
        technicianPhone: '13900000002',
      }),
    );
    expect(await within(await screen.findByRole('banner')).findByText('已派技术员')).toBeInTheDocument();
  });

  it('closing asks for the part when the equipment was the cause, and for the release of trapped persons', async () => {
    const { asked } = show(detailOf({ jobStatus: 'SITE', personTrapped: true }), {
      'callback/transition': () => ({ code: 200, data: detailOf({ jobStatus: 'CLSO' }) }),
    });
    const dialog = await start('关闭召修', '关闭召修');
    const submit = () => userEvent.click(within(dialog).getByRole('button', { name: '关闭召修' }));
    expect(within(dialog).queryByRole('combobox', { name: /^设备问题部位/ })).toBeNull();
    const choose = async (field: RegExp, option: string) => {
      await userEvent.click(within(dialog).getByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose(/^关闭原因/, '设备问题');
    await submit();
    for (const text of ['请选择设备问题部位', '请填写处理情况', '请填写解困时间', '请选择设备是否恢复运行'])
      expect(await within(dialog).findByText(text)).toBeInTheDocument();
    expect(asked('callback/transition')).toEqual([]);
    await choose(/^设备问题部位/, '门系统');
    await choose(/^设备是否恢复运行/, '已恢复运行');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^处理情况/ }), '更换门锁');
    const release = within(dialog).getByLabelText(/^解困时间/);
    await userEvent.type(release, '2026-11-22T09:20:30');
    await submit();
    await waitFor(() =>
      expect(asked('callback/transition')[0]).toMatchObject({
        status: 'CLSO',
        scsa: '1',
        scsb: '1',
        jobTechRemark: '更换门锁',
        equipmentRunning: true,
        releaseDate: '2026-11-22 09:20:30',
      }),
    );
  });

  it('when a person is trapped while the form is open, the form asks about it and keeps what was typed', async () => {
    let now = detailOf({ jobStatus: 'SITE' });
    const fieldErrors = { releaseDate: '请填写解困时间' };
    show(now, {
      [`callback/${ID}`]: () => ({ code: 200, data: now }),
      'callback/transition': () => {
        now = detailOf({ jobStatus: 'SITE', personTrapped: true });
        return { code: 400, error: 'validation_failed', message: '请填写解困时间', data: { fieldErrors } };
      },
    });
    await answered();
    const dialog = await start('关闭召修', '关闭召修');
    const choose = async (field: RegExp, option: string) => {
      await userEvent.click(within(dialog).getByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose(/^关闭原因/, '到场正常');
    await choose(/^设备是否恢复运行/, '已恢复运行');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^处理情况/ }), '试运行正常');
    expect(within(dialog).queryByLabelText(/^解困时间/)).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭召修' }));
    expect(await screen.findByText('请填写解困时间')).toBeInTheDocument();
    expect(await within(dialog).findByLabelText(/^解困时间/)).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: /^处理情况/ })).toHaveValue('试运行正常');
  });

  it('who was too late hears it and sees the new state without a reload', async () => {
    let now = detailOf({ jobStatus: 'PAGE' });
    show(now, {
      [`callback/${ID}`]: () => ({ code: 200, data: now }),
      'callback/transition': () => {
        now = detailOf({ jobStatus: 'DISP' });
        return { code: 409, error: 'conflict', message: '状态已变更，请刷新', data: { jobStatus: 'DISP' } };
      },
    });
    await answered();
    const dialog = await start('取消召修', '取消召修');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^原因/ }), '误报');
    await userEvent.click(within(dialog).getByRole('button', { name: '取消召修' }));
    expect(await screen.findByText('状态已变更，请刷新')).toBeInTheDocument();
    expect(await within(screen.getByRole('banner')).findByText('技术员出发')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(offered()).toEqual(['CLSC', 'REQU', 'SITE']);
  });
});
