import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callbackList } from '@/components/callbacks/callback-list';
import { CallbackListScreen } from '@/components/callbacks/callback-list-screen';
import type { ListedCallback } from '@/lib/features/callbacks/contract';
import { formatDate } from '@/lib/platform/i18n/format';
import { holder } from '@/tests/support/holder';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const push = jest.fn();
jest.mock('next/navigation', () => ({ useRouter: () => ({ push: (href: string) => push(href) as unknown }) }));

const row: ListedCallback = {
  callbackId: 'C-100',
  equipmentNo: '10100001',
  equipmentName: '静安中心1号梯',
  callbackType: 'Customer call',
  jobDescription: '轿厢异响',
  personTrapped: true,
  personInjured: false,
  personStatus: 'trapped',
  jobTechRemark: '更换门锁',
  scsa: '1',
  scsaText: '设备问题',
  scsb: '1',
  scsbText: '门系统',
  jobStatus: 'SITE',
  technicianName: '李师傅',
  technicianPhone: '13900000001',
  createDate: '2026-11-21',
  jobUpdateDate: '2026-11-22',
  releaseDate: null,
  releaseSource: null,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
};
const QUERY = 'callback/query';
const DAY_MS = 86_400_000;

const show = (who = holder(2, 'CALLBACK_READ', 'CALLBACK_WRITE', 'EQUIPMENT_READ'), answers = {}, rows = [row]) =>
  renderList(<CallbackListScreen first={firstOf(callbackList, rows)} holder={who} />, {
    [QUERY]: () => ({ code: 200, data: pageOf(rows) }),
    'equipment/query': () => ({
      code: 200,
      data: pageOf([{ equipmentNo: '10100001', equipmentName: '静安中心1号梯', buildingName: '主楼' }]),
    }),
    ...answers,
  });
const search = () => userEvent.click(screen.getByRole('button', { name: '查询' }));

afterEach(() => jest.restoreAllMocks());

describe('the list of call-outs', () => {
  it('[CALL-004] has the columns of the documents; its number leads to the detail', async () => {
    show();
    await answered();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '召修编号',
      '设备名称',
      '状态',
      '时限',
      '人员情况',
      '创建时间',
      '召修描述',
      '召修来源',
      '设备号',
      '技术员',
      '技术员反馈',
      '关闭原因',
      '更新时间',
    ]);
    const link = screen.getByRole('link', { name: 'C-100' });
    expect(link).toHaveAttribute('href', '/detail/callback?callbackId=C-100');
    expect(link).toHaveAttribute('target', '_blank');
    for (const text of ['客户报修', '轿厢异响', '被困', '更换门锁', '设备问题', '技术员到场', '李师傅'])
      expect(within(screen.getByRole('row', { name: /C-100/ })).getByText(text)).toBeInTheDocument();
  });

  it('says after the state how long its clock still has, or for how long it is late', async () => {
    show(undefined, {}, [
      { ...row, clock: 'arrival', due: '2026-11-22 14:03:11', limitSec: 1800, remainingSec: 605 },
      { ...row, callbackId: 'C-101', clock: 'release', due: '2026-11-22 14:03:11', limitSec: 3600, remainingSec: -61 },
      { ...row, callbackId: 'C-102', clock: 'restore', due: '2026-11-22', limitSec: 3600, remainingSec: null },
      { ...row, callbackId: 'C-103' },
    ]);
    await answered();
    const words = (id: string) => screen.getByRole('row', { name: new RegExp(id) }).textContent;
    expect(words('C-100')).toMatch(/到场 剩 10:0[45]/);
    expect(words('C-101')).toMatch(/解困 超 1:0[12]/);
    expect(words('C-102')).toMatch(/修复 11-22 前/);
    expect(screen.getAllByRole('timer')).toHaveLength(2);
  });

  it('says of trapped persons who are free when that was', async () => {
    show(undefined, {}, [{ ...row, releaseDate: '2026-11-22 14:03:11', releaseSource: 'box' }]);
    await answered();
    expect(await screen.findByText('已救出 11-22 14:03')).toBeInTheDocument();
    expect(screen.queryByText('被困')).toBeNull();
  });

  it('[CALL-001] [CALL-008] asks by every filter of the documents, days as yyyy-MM-dd', async () => {
    const { asked } = show();
    await userEvent.type(screen.getByRole('textbox', { name: '召修编号/设备号/设备名称' }), ' C-1 ');
    await userEvent.type(screen.getByRole('textbox', { name: '召修描述' }), '异响');
    const choose = async (field: string, ...options: string[]) => {
      await userEvent.click(screen.getByRole('combobox', { name: field }));
      for (const option of options) await userEvent.click(screen.getByRole('option', { name: option }));
      if (options.length > 1) await userEvent.keyboard('{Escape}');
    };
    await choose('人员情况', '有人被困');
    await choose('召修来源', '远程监测故障');
    await choose('关闭原因', '使用不当');
    await choose('状态', '召修通知', '技术员到场');
    await search();
    await waitFor(() =>
      expect(asked(QUERY).at(-1)).toMatchObject({
        key: 'C-1',
        description: '异响',
        person: 'personTrapped',
        callbackType: 'Telemonitoring Breakdown',
        scsa: '4',
        jobStatus: 'INIT,SITE',
        startCreateDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
        endCreateDate: formatDate(Date.now()),
      }),
    );
  });

  /** Every choice of a filter by its words, and what is asked once it is chosen. */
  const askedBy = async (label: string, field: string) => {
    const { asked } = show();
    await answered();
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    const words = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    await userEvent.keyboard('{Escape}');
    const found: [string, unknown][] = [];
    for (const word of words.slice(1)) {
      await userEvent.click(screen.getByRole('combobox', { name: label }));
      await userEvent.click(screen.getByRole('option', { name: word }));
      const before = asked(QUERY).length;
      await search();
      await waitFor(() => expect(asked(QUERY).length).toBeGreaterThan(before));
      found.push([word, (asked(QUERY).at(-1) as Record<string, unknown>)[field]]);
    }
    return found;
  };

  it('[CALL-013] knows the three sources', async () => {
    expect(await askedBy('召修来源', 'callbackType')).toEqual([
      ['客户报修', 'Customer call'],
      ['远程监测故障', 'Telemonitoring Breakdown'],
      ['远程人工派工', 'Telemonitoring Manual'],
    ]);
  });

  it('[CALL-014] knows the six reasons for closing', async () => {
    expect(await askedBy('关闭原因', 'scsa')).toEqual([
      ['设备问题', '1'],
      ['到场正常', '2'],
      ['使用不当', '4'],
      ['外部因素', '5'],
      ['客户请求协助', '6'],
      ['其他故障', '0'],
    ]);
  });

  it('[CALL-007] shows the last 180 days up to today until the user chooses others', () => {
    const first = firstOf(callbackList, [row]).input as Record<string, unknown>;
    expect(first).toMatchObject({
      startCreateDate: formatDate(Date.now() - 179 * DAY_MS),
      endCreateDate: formatDate(Date.now()),
    });
  });

  it('[CALL-006] says that both days are required and sends no request', async () => {
    const { asked } = renderList(
      <CallbackListScreen
        first={firstOf({ ...callbackList, defaults: undefined }, [row])}
        holder={holder(2, 'CALLBACK_READ')}
      />,
      { [QUERY]: () => ({ code: 200, data: pageOf([row]) }) },
    );
    await answered();
    const dates = screen.getByRole('group', { name: '创建日期' });
    // Both are emptied section by section, as a person would: a range that is not asked for is none.
    for (const year of within(dates).getAllByRole('spinbutton', { name: /年/ })) {
      await userEvent.click(year);
      await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    }
    const before = asked(QUERY).length;
    await search();
    expect((await screen.findAllByText('开始日期和结束日期必须选择')).length).toBeGreaterThan(0);
    expect(asked(QUERY)).toHaveLength(before);
  });

  it('[CALL-006] refuses the file of an empty day with the same words, and asks nothing', async () => {
    const { asked } = renderList(
      <CallbackListScreen
        first={firstOf({ ...callbackList, defaults: undefined }, [row])}
        holder={holder(2, 'CALLBACK_READ')}
      />,
      { [QUERY]: () => ({ code: 200, data: pageOf([row]) }) },
    );
    await answered();
    const [year] = within(screen.getByRole('group', { name: '创建日期' })).getAllByRole('spinbutton', { name: /年/ });
    if (!year) throw new Error('no year to be emptied');
    await userEvent.click(year);
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: '导出' }));
    expect((await screen.findAllByText('开始日期和结束日期必须选择')).length).toBeGreaterThan(0);
    await answered();
    expect(asked('callback/download')).toEqual([]);
  });

  it('[CALL-002] is exported with its filters and order', async () => {
    const { asked } = show();
    await userEvent.click(screen.getByRole('button', { name: '导出' }));
    await waitFor(() =>
      expect(asked('callback/download')[0]).toMatchObject({
        sortField: 'waiting',
        sortOrder: 'desc',
        endCreateDate: formatDate(Date.now()),
      }),
    );
    expect(screen.getByRole('button', { name: '查询' })).toBeInTheDocument();
  });
});

describe('a new call-out', () => {
  const fill = async () => {
    await userEvent.click(screen.getByRole('button', { name: '新建召修' }));
    const dialog = screen.getByRole('dialog', { name: '新建召修' });
    await userEvent.type(within(dialog).getByRole('combobox', { name: /^设备号/ }), '101');
    await userEvent.click(await screen.findByRole('option', { name: /10100001/ }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^召修描述/ }), '电梯不动');
    return dialog;
  };

  it('is offered to users who may open a call-out, asks for unit and description, and opens its page', async () => {
    show(holder(2, 'CALLBACK_READ'));
    expect(screen.queryByRole('button', { name: '新建召修' })).toBeNull();
    document.body.replaceChildren();
    const { asked } = show(undefined, {
      callback: () => ({ code: 200, data: { callbackId: 'C-NEW', joined: false } }),
    });
    await userEvent.click(screen.getByRole('button', { name: '新建召修' }));
    const dialog = screen.getByRole('dialog', { name: '新建召修' });
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    expect(await within(dialog).findByText('请选择设备')).toBeInTheDocument();
    expect(within(dialog).getByText('请填写召修描述')).toBeInTheDocument();
    expect(asked('callback')).toEqual([]);
    await userEvent.type(within(dialog).getByRole('combobox', { name: /^设备号/ }), '101');
    await userEvent.click(await screen.findByRole('option', { name: /10100001/ }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^召修描述/ }), '电梯不动');
    await userEvent.click(within(dialog).getByRole('switch', { name: '有人被困' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: '被困人数' }), '2');
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    await waitFor(() => expect(push).toHaveBeenCalledWith('/detail/callback?callbackId=C-NEW'));
    expect(asked('callback')[0]).toMatchObject({
      equipmentNo: '10100001',
      jobDescription: '电梯不动',
      personTrapped: true,
      trappedCount: 2,
    });
  });

  it('leads to the open one of the unit where there is one', async () => {
    show(undefined, {
      callback: () => ({
        code: 409,
        error: 'conflict',
        message: '该设备存在未完成的召修',
        data: { callbackId: 'C-OPEN' },
      }),
    });
    const dialog = await fill();
    await userEvent.click(within(dialog).getByRole('button', { name: '提交' }));
    expect(await within(dialog).findByRole('link', { name: '查看召修 C-OPEN' })).toHaveAttribute(
      'href',
      '/detail/callback?callbackId=C-OPEN',
    );
    expect(within(dialog).getByText(/该设备存在未完成的召修/)).toBeInTheDocument();
  });
});
