import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SymptomDetailScreen } from '@/components/symptoms/symptom-detail-screen';
import { symptomColumnsOf } from '@/components/symptoms/shared/symptom-columns';
import { symptomList } from '@/components/symptoms/symptom-list';
import { campusEntry } from '@/lib/features/campus/entry';
import { FROM_CAMPUS } from '@/lib/features/symptoms/value-sets';
import { SymptomListScreen } from '@/components/symptoms/symptom-list-screen';
import type { SymptomDetail, SymptomRow } from '@/lib/features/symptoms/contract';
import { actionsFrom } from '@/lib/features/symptoms/transitions';
import { holder } from '@/tests/support/holder';
import { SYMPTOM_STATES } from '@/lib/live/detector/symptom-state';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const row: SymptomRow = {
  symptomId: 'S-1',
  symptomDefinitionId: null,
  symptomTitle: 'B01-故障停梯',
  callbackId: 'C-1',
  equipmentNo: 'E-1',
  equipmentText: '静安中心1号梯',
  category: 'B',
  symptomState: 'INIT',
  createDate: '2026-11-22 09:00:00',
  closedDate: null,
  eventDate: '2026-11-22 08:58:00',
  expiredDate: '2026-11-25 08:58:00',
  city: '上海',
  cbstate: 'PAGE',
  maintenanceCompany: '上海分公司',
  productLine: 'MRL',
};
const detailOf = (rest: Partial<SymptomDetail> = {}): SymptomDetail => {
  const detail = {
    ...row,
    callbackId: null,
    cbstate: null,
    equipmentName: '静安中心1号梯',
    equipmentType: 'YAE_ELT',
    occurrences: 2,
    closeReason: null,
    jobNo: null,
    actions: [],
    ...rest,
  };
  return { ...detail, actions: rest.actions ?? actionsFrom(detail) };
};
const READER = holder(2, 'SYMPTOM_READ', 'CALLBACK_READ');
const MASTER = holder(0, 'SYMPTOM_READ', 'CALLBACK_READ', 'SUPER_MASTER');

afterEach(() => jest.restoreAllMocks());

describe('the list', () => {
  const show = (who = READER, searchParams = '') =>
    renderList(
      <SymptomListScreen first={firstOf(symptomList, [row])} holder={who} />,
      { 'symptom/query': () => ({ code: 200, data: pageOf([row]) }) },
      searchParams,
    );
  const heads = (who: typeof READER) =>
    symptomColumnsOf(
      Object.assign((key: string) => key, { has: () => false }),
      who,
      false,
    );

  it('[SYMP-003] has the columns of the document; only category, state and creation can be sorted by', () => {
    expect(heads(MASTER).map(({ field }) => field)).toEqual([
      'symptomId',
      'symptomTitle',
      'symptomState',
      'createDate',
      'equipmentNo',
      'callbackId',
      'symptomDefinitionId',
      'category',
    ]);
    expect(heads(READER).map(({ field }) => field)).not.toContain('symptomDefinitionId');
    const sorted = heads(MASTER).filter(({ field }) => symptomList.sortFields.some((name) => name === field));
    expect(sorted.map(({ field }) => field).sort()).toEqual(['category', 'createDate', 'symptomState']);
    expect(symptomList.sortFields).toHaveLength(sorted.length + 1);
    // What waits for somebody first: an order that no column has.
    expect(heads(MASTER).map(({ field }) => field)).not.toContain('waiting');
  });
  it('[SYMP-003] leads to the symptom, its call-out and its unit, and names the state', async () => {
    show(holder(2, 'SYMPTOM_READ', 'CALLBACK_READ', 'EQUIPMENT_READ'));
    await answered();
    expect(screen.getByRole('link', { name: 'S-1' })).toHaveAttribute('href', '/detail/symptom?symptomId=S-1');
    expect(screen.getByRole('link', { name: 'C-1' })).toHaveAttribute('href', '/detail/callback?callbackId=C-1');
    expect(screen.getByRole('link', { name: 'E-1' })).toHaveAttribute('href', '/detail/equipment?equipmentNo=E-1');
    const shown = screen.getByRole('row', { name: /S-1/ });
    expect(shown).toHaveTextContent('初始');
    expect(shown).toHaveTextContent('B 故障停梯');
  });
  it.each([
    ['zh-CN', ['初始', '未处理', '待处理', '未激活', '已过期', '已关闭']],
    ['en', ['Initial', 'Unprocessed', 'Pending', 'Inactive', 'Expired', 'Closed']],
  ] as const)('[SYMP-008] names the six states of a symptom, %s', async (language, labels) => {
    const rows = SYMPTOM_STATES.map((symptomState) => ({ ...row, symptomId: symptomState, symptomState }));
    renderList(
      <SymptomListScreen first={firstOf(symptomList, rows)} holder={READER} />,
      { 'symptom/query': () => ({ code: 200, data: pageOf(rows) }) },
      '',
      language,
    );
    await answered();
    expect(SYMPTOM_STATES).toEqual(['INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED']);
    SYMPTOM_STATES.forEach((state, index) => {
      const shown = screen.getByRole('row', { name: new RegExp(`^${state} `) });
      expect(within(shown).getByText(labels[index] ?? '')).toBeInTheDocument();
    });
  });
  it('[SYMP-005] cuts the title up to the first hyphen for others than SUPER_MASTER', async () => {
    show();
    await answered();
    expect(screen.getByText('故障停梯')).toBeInTheDocument();
    expect(screen.queryByText('B01-故障停梯')).toBeNull();
  });
  it('[SYMP-005] shows the whole title to SUPER_MASTER', async () => {
    show(MASTER);
    await answered();
    expect(screen.getByText('B01-故障停梯')).toBeInTheDocument();
  });
  it('[SYMP-009] asks with null where no category and no state is chosen, and with those that are', async () => {
    const { asked } = show();
    await answered();
    await userEvent.type(screen.getByRole('textbox', { name: '征兆标题' }), '停梯{Enter}');
    await waitFor(() =>
      expect(asked('symptom/query').at(-1)).toMatchObject({
        symptomTitle: '停梯',
        categoryList: null,
        symptomStateList: null,
      }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: /类别/ }));
    await userEvent.click(await screen.findByRole('option', { name: /B 故障停梯/ }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(asked('symptom/query').at(-1)).toMatchObject({ categoryList: 'B', symptomStateList: null }),
    );
  });
  it('[SYMP-002] from the wall, categories B and D and the first and third state are chosen, and asked for', async () => {
    const preset = campusEntry({ fromCampus: '1', key: 'E-1' }, FROM_CAMPUS);
    expect(preset).toEqual({ key: 'E-1', categoryList: 'B,D', symptomStateList: 'INIT,OPEN' });
    const { asked } = show(READER, new URLSearchParams(preset).toString());
    await waitFor(() =>
      expect(asked('symptom/query').at(-1)).toMatchObject({ categoryList: 'B,D', symptomStateList: 'INIT,OPEN' }),
    );
  });
});

describe('the page of a symptom', () => {
  const show = (detail: SymptomDetail, answers: Parameters<typeof renderList>[1] = {}) =>
    renderList(<SymptomDetailScreen first={detail} holder={READER} />, {
      'symptom/S-1': () => ({ code: 200, data: detail }),
      ...answers,
    });
  const act = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  it('[SYMP-006] shows the information fields, with the title cut', async () => {
    show(detailOf({ callbackId: 'C-1', cbstate: 'PAGE', closedDate: '2026-11-22 10:00:00' }));
    await answered();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('故障停梯');
    for (const text of [
      'S-1',
      'B 故障停梯',
      '2026-11-22 08:58:00',
      '2026-11-25 08:58:00',
      '2026-11-22 10:00:00',
      '上海分公司',
      'MRL',
      '上海',
    ])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'C-1' })).toBeInTheDocument();
    expect(screen.queryByText(/B01/)).toBeNull();
  });
  it('shows no time of day to whoever is sent dates only', async () => {
    const day = '2026-11-22';
    show(detailOf({ symptomState: 'CLOSED', createDate: day, eventDate: day, expiredDate: day, closedDate: day }));
    await answered();
    expect(document.body.textContent).toContain(day);
    expect(document.body.textContent).not.toMatch(/\d{1,2}:\d{2}/);
  });
  it.each([
    ['INIT', ['受理', '转召修', '列入维保']],
    ['NOT_PROCESSED', ['受理', '转召修', '列入维保']],
    ['OPEN', ['转召修', '列入维保', '关闭']],
    ['INACTIVE', []],
    ['EXPIRED', []],
    ['CLOSED', []],
  ] as const)('%s offers %j', async (symptomState, names) => {
    show(detailOf({ symptomState }));
    await answered();
    const known = ['受理', '转召修', '列入维保', '关闭'];
    expect(known.filter((name) => screen.queryByRole('button', { name }))).toEqual(names);
  });
  it('accepts with one click, from the state that was seen', async () => {
    // Whenever the page reads again it reads what is true then.
    let current = detailOf();
    const { asked } = show(current, {
      'symptom/S-1': () => ({ code: 200, data: current }),
      'symptom/handle': () => {
        current = detailOf({ symptomState: 'OPEN' });
        return { code: 200, data: current };
      },
    });
    await answered();
    await act('受理');
    await waitFor(() => expect(screen.queryByRole('button', { name: '受理' })).toBeNull());
    expect(screen.getAllByText('待处理').length).toBeGreaterThan(0);
    expect(asked('symptom/handle')).toEqual([{ symptomId: 'S-1', from: 'INIT', action: 'accept' }]);
  });
  it('tells who is too late, and shows the new state without a reload', async () => {
    let current = detailOf();
    show(current, {
      'symptom/S-1': () => ({ code: 200, data: current }),
      'symptom/handle': () => {
        current = detailOf({ symptomState: 'CLOSED' });
        return { code: 409, error: 'conflict', message: '状态已变更，请刷新', data: { symptomState: 'CLOSED' } };
      },
    });
    await answered();
    await act('受理');
    expect(await screen.findByText('状态已变更，请刷新')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('已关闭').length).toBeGreaterThan(0));
  });
  it('makes a call-out in the dialog for new ones, with unit and title filled in, and then names it', async () => {
    let current = detailOf({ symptomState: 'OPEN' });
    const { asked } = show(current, {
      'symptom/S-1': () => ({ code: 200, data: current }),
      callback: () => {
        current = detailOf({ symptomState: 'OPEN', callbackId: 'C-9', cbstate: 'INIT' });
        return { code: 200, data: { callbackId: 'C-9', joined: false } };
      },
    });
    await answered();
    await act('转召修');
    const dialog = await screen.findByRole('dialog', { name: '新建召修' });
    expect(within(dialog).getByRole('textbox', { name: /^设备号/ })).toHaveValue('E-1');
    expect(within(dialog).getByRole('textbox', { name: /^召修描述/ })).toHaveValue('故障停梯');
    expect(within(dialog).getByRole('switch', { name: '有人被困' })).not.toBeChecked();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '报修人' }), '值班室');
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('callback')).toMatchObject([
      { equipmentNo: 'E-1', jobDescription: '故障停梯', callerName: '值班室', symptomId: 'S-1' },
    ]);
    expect(await screen.findByRole('link', { name: 'C-9' })).toBeInTheDocument();
    expect(asked('symptom/handle')).toEqual([]);
  });
  it('says of a symptom of trapped persons that somebody is trapped', async () => {
    show(detailOf({ category: 'A', symptomTitle: 'A01-困人', symptomState: 'OPEN' }));
    await answered();
    await act('转召修');
    const dialog = await screen.findByRole('dialog', { name: '新建召修' });
    expect(within(dialog).getByRole('switch', { name: '有人被困' })).toBeChecked();
  });
  it('offers to attach it where a call-out is open', async () => {
    const { asked } = show(detailOf({ symptomState: 'OPEN' }), {
      callback: () => ({
        code: 409,
        error: 'conflict',
        message: '该设备存在未完成的召修',
        data: { callbackId: 'C-9' },
      }),
      'symptom/handle': () => ({ code: 200, data: detailOf({ symptomState: 'OPEN', callbackId: 'C-9' }) }),
    });
    await answered();
    await act('转召修');
    const dialog = await screen.findByRole('dialog', { name: '新建召修' });
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    expect(await within(dialog).findByRole('link', { name: '查看召修 C-9' })).toHaveAttribute(
      'href',
      '/detail/callback?callbackId=C-9',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: '关联到该召修' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('symptom/handle')).toEqual([
      { symptomId: 'S-1', from: 'OPEN', action: 'toCallback', jobDescription: '故障停梯', callbackId: 'C-9' },
    ]);
  });
  it('closes with a reason only', async () => {
    const { asked } = show(detailOf({ symptomState: 'OPEN' }), {
      'symptom/handle': () => ({ code: 200, data: detailOf({ symptomState: 'CLOSED', closeReason: '误报' }) }),
    });
    await answered();
    await act('关闭');
    const dialog = await screen.findByRole('dialog', { name: '关闭' });
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
    expect(await within(dialog).findByText('请选择关闭原因')).toBeInTheDocument();
    expect(asked('symptom/handle')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('combobox', { name: /关闭原因/ }));
    await userEvent.click(await screen.findByRole('option', { name: '误报' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
    await waitFor(() =>
      expect(asked('symptom/handle')).toEqual([
        { symptomId: 'S-1', from: 'OPEN', action: 'close', reason: 'falseAlarm' },
      ]),
    );
    expect((await screen.findAllByText('误报')).length).toBeGreaterThan(0);
  });
  it('puts it on the next job where none is named', async () => {
    const { asked } = show(detailOf(), {
      'symptom/handle': () => ({ code: 200, data: detailOf({ symptomState: 'OPEN', jobNo: 'J-7' }) }),
    });
    await answered();
    await act('列入维保');
    const dialog = await screen.findByRole('dialog', { name: '列入维保' });
    await userEvent.click(within(dialog).getByRole('button', { name: '列入维保' }));
    expect(await screen.findByText('J-7')).toBeInTheDocument();
    expect(asked('symptom/handle')).toMatchObject([{ action: 'toMaintenance', from: 'INIT' }]);
  });
});
