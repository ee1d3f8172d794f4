import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorDetailScreen } from '@/components/error-inspection/error-detail-screen';
import { errorList } from '@/components/error-inspection/error-list';
import { ErrorListScreen } from '@/components/error-inspection/error-list-screen';
import type { ErrorInspectionDetail, ErrorInspectionRow } from '@/lib/features/error-inspection/contract';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const row: ErrorInspectionRow = {
  errorId: 'ER-1',
  equipmentNo: 'E-1',
  equipmentName: '静安中心1号梯',
  equipmentType: 'YAE_ELT',
  buildingName: '主楼',
  gbCode: '02',
  text: '关门故障',
  startDate: '2026-11-22 09:00:00',
  recoverDate: '2026-11-22 09:12:30',
  durationSec: 750,
  count24h: 3,
  mode: 'N',
  trapped: false,
  result: 'PENDING',
  proposedResult: null,
  comment: null,
  symptomId: 'S-1',
  callbackId: null,
  inspector: null,
  inspectDate: null,
};
const ROWS: ErrorInspectionRow[] = [
  row,
  { ...row, errorId: 'ER-2', recoverDate: null, durationSec: null, trapped: true },
  { ...row, errorId: 'ER-3', gbCode: '01', text: '安全回路断路' },
  { ...row, errorId: 'ER-4', result: 'REAL', inspector: 'wang', inspectDate: '2026-11-22 10:00:00' },
  { ...row, errorId: 'ER-5', equipmentNo: 'E-2', result: 'WATCH' },
];
const DESK = holder(
  2,
  'ERROR_INSPECTION_READ',
  'ERROR_INSPECTION_WRITE',
  'CALLBACK_WRITE',
  'CALLBACK_READ',
  'SYMPTOM_READ',
);
const INSPECTOR = holder(2, 'ERROR_INSPECTION_READ', 'ERROR_INSPECTION_WRITE');

afterEach(() => jest.restoreAllMocks());

const show = (who = DESK, answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<ErrorListScreen first={firstOf(errorList, ROWS)} holder={who} />, {
    'errorInspection/query': () => ({ code: 200, data: pageOf(ROWS) }),
    ...answers,
  });
const box = (id: string) => screen.getByRole('checkbox', { name: `选择 ${id}` });
const openDialog = async (...ids: string[]) => {
  for (const id of ids) await userEvent.click(box(id));
  await userEvent.click(screen.getByRole('button', { name: '排查' }));
  return screen.findByRole('dialog', { name: `排查（${ids.length}条）` });
};
const choose = async (dialog: HTMLElement, result: string) => {
  await userEvent.click(within(dialog).getByRole('combobox', { name: /排查结果/ }));
  await userEvent.click(await screen.findByRole('option', { name: result }));
};

describe('the list', () => {
  it('says how long each fault lasted, which lasts, and where symptom and page are', async () => {
    show();
    await answered();
    const first = screen.getByRole('row', { name: /ER-1/ });
    expect(first).toHaveTextContent('12分30秒');
    expect(first).toHaveTextContent('待排查');
    expect(screen.getByRole('row', { name: /ER-2/ })).toHaveTextContent('进行中');
    expect(screen.getByRole('link', { name: 'ER-1' })).toHaveAttribute('href', '/detail/errorInspection?errorId=ER-1');
    expect(screen.getAllByRole('link', { name: 'S-1' })[0]).toHaveAttribute('href', '/detail/symptom?symptomId=S-1');
  });
  it('lets rows of one code be chosen that are not judged for good', async () => {
    show();
    await answered();
    expect(box('ER-4')).toBeDisabled();
    await userEvent.click(box('ER-1'));
    expect(box('ER-2')).toBeEnabled();
    expect(box('ER-3')).toBeDisabled();
    expect(box('ER-5')).toBeEnabled();
  });
  it('offers no choice to who only reads', async () => {
    show(holder(2, 'ERROR_INSPECTION_READ'));
    await answered();
    expect(screen.queryByRole('checkbox', { name: '选择 ER-1' })).toBeNull();
  });
});

describe('judging', () => {
  it('needs a result, and a word unless the fault was real', async () => {
    const { asked } = show(INSPECTOR);
    await answered();
    const dialog = await openDialog('ER-1', 'ER-2');
    const send = () => userEvent.click(within(dialog).getByRole('button', { name: '排查' }));
    await send();
    expect(await within(dialog).findByText('请选择排查结果')).toBeInTheDocument();
    await choose(dialog, '误报');
    await send();
    expect(await within(dialog).findByText('请输入排查说明')).toBeInTheDocument();
    expect(asked('errorInspection/inspect')).toEqual([]);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /排查说明/ }), '传感器误报');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('errorInspection/inspect')).toEqual([
      { errorIds: ['ER-1', 'ER-2'], result: 'FALSE_ALARM', comment: '传感器误报' },
    ]);
    expect(screen.queryByRole('button', { name: '排查' })).toBeNull();
  });
  it('offers a call-out for one unit to who may write call-outs, and to attach it where one is open', async () => {
    let tries = 0;
    const { asked } = show(DESK, {
      'errorInspection/inspect': () => {
        tries += 1;
        return tries === 1
          ? { code: 409, error: 'conflict', message: '该设备存在未完成的召修', data: { callbackId: 'C-9' } }
          : { code: 200, data: { updated: 1, callbackId: 'C-9' } };
      },
    });
    await answered();
    const dialog = await openDialog('ER-1');
    await choose(dialog, '真实故障');
    await userEvent.click(within(dialog).getByRole('switch', { name: '转召修' }));
    expect(within(dialog).getByRole('textbox', { name: '报修描述' })).toHaveValue('02 关门故障');
    await userEvent.click(within(dialog).getByRole('button', { name: '排查' }));
    expect(await within(dialog).findByRole('link', { name: 'C-9' })).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '排查并关联到该召修' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('errorInspection/inspect')).toEqual([
      { errorIds: ['ER-1'], result: 'REAL', comment: '', createCallback: true, jobDescription: '02 关门故障' },
      { errorIds: ['ER-1'], result: 'REAL', comment: '', callbackId: 'C-9', jobDescription: '02 关门故障' },
    ]);
  });
  it.each([
    ['of two units', DESK, ['ER-1', 'ER-5']],
    ['without CALLBACK_WRITE', INSPECTOR, ['ER-1']],
  ] as const)('offers no call-out %s', async (_, who, ids) => {
    show(who);
    await answered();
    const dialog = await openDialog(...ids);
    expect(within(dialog).queryByRole('switch', { name: '转召修' })).toBeNull();
  });
});

describe('the page of an episode', () => {
  const detail: ErrorInspectionDetail = {
    ...row,
    strip: {
      fromMs: -600_000,
      untilMs: 1_350_000,
      entries: [
        { at: -600_000, key: 'door', value: 'Closed' },
        { at: 0, key: 'door', value: 'Blocked' },
        { at: 60_000, key: 'technicianonsite', value: true },
      ],
    },
    sameCode30d: 7,
    history: [
      { result: 'WATCH', comment: '看看', operator: 'li', createDate: '2026-11-22 09:30:00' },
      { result: 'SERVICE_WORK', comment: '半月保', operator: 'wang', createDate: '2026-11-22 10:00:00' },
    ],
    previousId: 'ER-0',
    nextId: 'ER-9',
    openCallbackId: null,
    canInspect: true,
    proposedResult: 'SERVICE_WORK',
  };
  const open = (
    rest: Partial<ErrorInspectionDetail> = {},
    who = DESK,
    answers: Parameters<typeof renderList>[1] = {},
  ) =>
    renderList(<ErrorDetailScreen first={{ ...detail, ...rest }} holder={who} />, {
      'errorInspection/ER-1': () => ({ code: 200, data: { ...detail, ...rest } }),
      ...answers,
    });

  it('shows what the unit did, the history newest first, and the ways to its neighbours', async () => {
    open();
    await answered();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('02 关门故障');
    const door = screen.getByRole('group', { name: '门' });
    expect(door).toHaveTextContent('关闭受阻');
    expect(screen.getByRole('group', { name: '维保在场' })).toHaveTextContent('是');
    const history = within(screen.getByRole('list', { name: '排查记录' })).getAllByRole('listitem');
    expect(history.map((item) => item.textContent)).toEqual([
      expect.stringContaining('维保或调试触发'),
      expect.stringContaining('待观察'),
    ]);
    expect(screen.getByRole('link', { name: '上一条（较新）' })).toHaveAttribute(
      'href',
      '/detail/errorInspection?errorId=ER-0',
    );
    expect(screen.getByRole('link', { name: '下一条（较早）' })).toHaveAttribute(
      'href',
      '/detail/errorInspection?errorId=ER-9',
    );
    expect(screen.getByText('建议：维保或调试触发')).toBeInTheDocument();
  });
  it('shows no time of day to whoever is sent dates only, neither beside the strip', async () => {
    const day = '2026-11-22';
    open({
      startDate: day,
      recoverDate: day,
      inspectDate: day,
      history: detail.history.map((entry) => ({ ...entry, createDate: day })),
    });
    await answered();
    expect(document.body.textContent).toContain(day);
    expect(document.body.textContent).not.toMatch(/\d{1,2}:\d{2}/);
  });
  it('opens the judgement with what is proposed', async () => {
    open();
    await answered();
    await userEvent.click(screen.getByRole('button', { name: '排查' }));
    const dialog = await screen.findByRole('dialog', { name: '排查（1条）' });
    expect(within(dialog).getByRole('combobox', { name: /排查结果/ })).toHaveTextContent('维保或调试触发');
  });
  it('opens the dialog for new call-outs with unit and fault filled in, also where it is judged, and then names the call-out', async () => {
    let callbackId: string | null = null;
    const judged = { result: 'REAL', canInspect: false, trapped: true, recoverDate: null } as const;
    const { asked } = open(judged, DESK, {
      'errorInspection/ER-1': () => ({ code: 200, data: { ...detail, ...judged, callbackId } }),
      callback: () => {
        callbackId = 'C-9';
        return { code: 200, data: { callbackId: 'C-9', joined: false } };
      },
    });
    await userEvent.click(screen.getByRole('button', { name: '新建召修' }));
    const dialog = await screen.findByRole('dialog', { name: '新建召修' });
    expect(within(dialog).getByRole('textbox', { name: /^设备号/ })).toHaveValue('E-1');
    expect(within(dialog).getByRole('textbox', { name: /^召修描述/ })).toHaveValue('02 关门故障');
    expect(within(dialog).getByRole('switch', { name: '有人被困' })).toBeChecked();
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('callback')).toMatchObject([
      { equipmentNo: 'E-1', jobDescription: '02 关门故障', personTrapped: true, errorId: 'ER-1' },
    ]);
    expect(await screen.findByRole('link', { name: 'C-9' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '新建召修' })).toBeNull();
  });
  it.each([
    ['somebody was sent for it', { callbackId: 'C-1' }, DESK],
    ['its reader may open none', {}, INSPECTOR],
  ] as const)('offers no new call-out where %s', async (_, rest, who) => {
    open(rest, who);
    await answered();
    expect(screen.queryByRole('button', { name: '新建召修' })).toBeNull();
  });
  it('says that nothing was kept, and offers nothing where it is judged for good', async () => {
    open({ strip: null, result: 'REAL', canInspect: false, proposedResult: null, history: [], callbackId: 'C-1' });
    await answered();
    expect(screen.getByText('未保存过程记录')).toBeInTheDocument();
    expect(screen.getByText('尚未排查')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '排查' })).toBeNull();
  });
});
