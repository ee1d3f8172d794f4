import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { EquipmentListScreen } from '@/components/equipment/equipment-list-screen';
import { equipmentList } from '@/components/equipment/equipment-list';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { answerCalls, renderApp, type Call } from '../support/render';
import { holder } from '@/tests/support/holder';

/** The equipment list as the place where an installation is filled: units from a file, boxes and their secrets. */

const ALL = ['EQUIPMENT_READ', 'EQUIPMENT_WRITE', 'EDGE_CUBE_WRITE'];
const list = { total: 0, pages: 0, size: 15, current: 1, records: [] };

function show(answer: (call: Call) => object | undefined = () => undefined, who = holder(0, ...ALL)) {
  const calls = answerCalls((call) => ({
    code: 200,
    data: call.path === 'equipment/query' ? list : [],
    ...answer(call),
  }));
  const first = firstPage(listInput(equipmentList, readListState(equipmentList, {})), { total: 0, records: [] });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <EquipmentListScreen first={first} holder={who} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
const sent = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);

beforeEach(() => localStorage.clear());

describe('importing units', () => {
  const choose = async () => {
    await userEvent.click(screen.getByRole('button', { name: '导入' }));
    const dialog = await screen.findByRole('dialog', { name: '导入设备' });
    const file = new File(['x'], 'units.csv', { type: 'text/csv' });
    // jsdom's File reads no bytes.
    Object.defineProperty(file, 'arrayBuffer', {
      value: async () => new TextEncoder().encode('equipmentNo\nN1').buffer,
    });
    await userEvent.upload(within(dialog).getByLabelText('选择文件'), file);
    await within(dialog).findByText(/已选择 units.csv/);
    return dialog;
  };
  const result = {
    created: 2,
    updated: 1,
    unchanged: 3,
    failedTotal: 1,
    failed: [{ line: 4, message: '分公司B9不存在' }],
  };

  it('checks the file, shows counts and refused lines with their reasons, and imports then', async () => {
    const calls = show(({ path }) => (path === 'equipment/import' ? { data: result } : undefined));
    const dialog = await choose();
    await userEvent.click(within(dialog).getByRole('button', { name: '检查' }));
    const counts = await within(dialog).findByRole('region', { name: '检查结果（尚未导入）' });
    expect(counts).toHaveTextContent('新增2更新1未变化3有误1');
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('第 4 行分公司B9不存在');
    await userEvent.click(within(dialog).getByRole('button', { name: '导入' }));
    expect(await screen.findByText('新增 2 个，更新 1 个，未变化 3 个')).toBeInTheDocument();
    expect(within(dialog).getByRole('region', { name: '导入结果' })).toBeVisible();
    expect(sent(calls, 'equipment/import')).toEqual([
      { csv: 'equipmentNo\nN1', dryRun: true },
      { csv: 'equipmentNo\nN1', dryRun: false },
    ]);
  });
  it('does not offer to import a file in which nothing is good', async () => {
    const data = { ...result, created: 0, updated: 0 };
    show(({ path }) => (path === 'equipment/import' ? { data } : undefined));
    const dialog = await choose();
    await userEvent.click(within(dialog).getByRole('button', { name: '检查' }));
    await within(dialog).findByRole('region', { name: '检查结果（尚未导入）' });
    expect(within(dialog).queryByRole('button', { name: '导入' })).toBeNull();
  });
  it('offers a template', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '导入' }));
    expect(screen.getByRole('link', { name: '下载模板' })).toHaveAttribute('download', 'equipment.csv');
  });
  it('is not there for a branch, nor boxes for who may not write them', () => {
    show(undefined, holder(2, 'EQUIPMENT_READ', 'EQUIPMENT_WRITE'));
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull();
    expect(screen.queryByRole('button', { name: '登记盒子' })).toBeNull();
  });
});

describe('boxes', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: '登记盒子' }));
    return screen.findByRole('dialog', { name: '登记盒子' });
  };
  it('are registered; the secret is shown once and can be copied', async () => {
    const calls = show(({ path }) =>
      path === 'gateway/saveOrUpdate' ? { data: { cubeNo: 'BOX-1', secret: 'the secret' } } : undefined,
    );
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: '登记' }));
    expect(await within(dialog).findByText('请输入盒子号')).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText(/盒子号/), 'box-1');
    await userEvent.click(within(dialog).getByRole('button', { name: '登记' }));
    const told = await screen.findByRole('dialog', { name: '盒子 BOX-1 的密钥' });
    expect(within(told).getByText('the secret')).toBeVisible();
    expect(sent(calls, 'gateway/saveOrUpdate')).toEqual([{ cubeNo: 'BOX-1' }]);
    const write = jest.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
    await userEvent.click(within(told).getByRole('button', { name: '复制' }));
    await waitFor(() => expect(write).toHaveBeenCalledWith('the secret'));
    expect(within(told).getByRole('button', { name: '关闭' })).toBeDisabled();
    await userEvent.click(within(told).getByRole('checkbox', { name: '我已保存密钥' }));
    await userEvent.click(within(told).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByText('the secret')).toBeNull());
  });
  it('get a new secret after a question; an unknown number is told at its field', async () => {
    let isKnown = false;
    show(({ path }) =>
      path !== 'gateway/resetSecret'
        ? undefined
        : isKnown
          ? { data: { secret: 'a new secret' } }
          : {
              code: 404,
              message: '盒子号不存在',
              error: 'not_found',
              data: { fieldErrors: { cubeNo: '盒子号不存在' } },
            },
    );
    const dialog = await open();
    const reset = async () => {
      await userEvent.click(await within(dialog).findByRole('button', { name: '重置密钥' }));
      const question = await screen.findByRole('alertdialog', { name: '重置密钥' });
      await userEvent.click(within(question).getByRole('button', { name: '重置密钥' }));
    };
    await userEvent.type(within(dialog).getByLabelText(/盒子号/), 'box-2');
    await reset();
    expect(await within(dialog).findByText('盒子号不存在')).toBeVisible();
    isKnown = true;
    await reset();
    expect(await screen.findByText('a new secret')).toBeVisible();
  });
  it('get a new secret from head office only', async () => {
    show(undefined, holder(2, ...ALL));
    expect(within(await open()).queryByRole('button', { name: '重置密钥' })).toBeNull();
  });
});
