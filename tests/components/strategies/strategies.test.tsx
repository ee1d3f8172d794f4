import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strategyList } from '@/components/strategies/strategy-list';
import { StrategyListScreen } from '@/components/strategies/strategy-list-screen';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import type { StrategyRow } from '@/lib/features/strategies/contract';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { holder } from '@/tests/support/holder';

const base: StrategyRow = {
  strategyId: 'S1',
  strategyName: '默认策略',
  level: 'default',
  targets: [],
  targetNames: [],
  historyMonths: null,
  liveIntervalSec: 1,
  dataGroups: [...DATA_GROUPS],
  symptomCategories: [...SYMPTOM_CATEGORIES],
  maskTime: false,
  exportAllowed: true,
  enabled: true,
  updateBy: null,
  updateDate: '2026-11-01 09:00:00',
};
const lite: StrategyRow = {
  ...base,
  strategyId: 'S2',
  strategyName: 'Lite 客户',
  level: 'tier',
  targets: ['1'],
  targetNames: ['Lite'],
  historyMonths: 6,
  dataGroups: ['live', 'faults'],
  symptomCategories: ['B', 'D'],
  exportAllowed: false,
  enabled: false,
};
const user: StrategyRow = {
  ...base,
  strategyId: 'S3',
  strategyName: '争议客户',
  level: 'user',
  targets: ['customer1'],
  targetNames: ['花园物业'],
};
const ROWS = [base, lite, user];

const show = (who = holder(0, 'USER_WRITE'), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<StrategyListScreen first={firstOf(strategyList, ROWS)} holder={who} />, {
    'user/strategy/query': () => ({ code: 200, data: pageOf(ROWS) }),
    ...answers,
  });
const save = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
const openNew = async () => {
  await userEvent.click(screen.getByRole('button', { name: '新增策略' }));
  return screen.findByRole('dialog', { name: '新增策略' });
};

afterEach(() => jest.restoreAllMocks());

it('the default strategy may be changed and switched, never deleted', () => {
  show();
  expect(['默认策略', 'Lite 客户', '争议客户'].map((name) => actionsOf(new RegExp(name)))).toEqual([
    ['修改', '停用'],
    ['修改', '启用'],
    ['修改', '停用'],
  ]);
  expect(
    screen.getAllByRole('button', { name: /的更多操作$/ }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Lite 客户 的更多操作', '争议客户 的更多操作']);
});

it('without the write right a strategy is looked at and previewed only', () => {
  show(holder(0, 'USER_READ'));
  expect(screen.queryByRole('button', { name: /^(修改|启用|停用|删除|新增)/ })).toBeNull();
  expect(screen.getByRole('button', { name: '预览' })).toBeEnabled();
});

it('says in words what a strategy leaves', () => {
  show();
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('默认策略').slice(2, 6)).toEqual(['所有用户', '不限', '全部', '全部']);
  expect(cells('Lite 客户').slice(2, 6)).toEqual(['Lite', '6 个月', '实时、故障', 'B, D']);
});

it('switching sends the strategy otherwise unchanged; a refusal is told and changes nothing', async () => {
  const { asked } = show(undefined, {
    'user/strategy/saveOrUpdate': () => ({ code: 409, error: 'conflict', message: '该对象已有策略' }),
  });
  await userEvent.click(screen.getByRole('button', { name: '启用：Lite 客户' }));
  expect(await screen.findByText('该对象已有策略')).toBeInTheDocument();
  expect(asked('user/strategy/saveOrUpdate')).toEqual([
    {
      strategyId: 'S2',
      strategyName: 'Lite 客户',
      level: 'tier',
      targets: ['1'],
      historyMonths: 6,
      liveIntervalSec: 1,
      dataGroups: ['live', 'faults'],
      symptomCategories: ['B', 'D'],
      maskTime: false,
      exportAllowed: false,
      enabled: true,
    },
  ]);
  expect(screen.getByRole('button', { name: '启用：Lite 客户' })).toBeEnabled();
});

describe('a new strategy', () => {
  it('starts by taking nothing away; empty months mean all history', async () => {
    const { asked } = show();
    const dialog = await openNew();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^策略名称/ }), '新策略');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^适用对象/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Elite' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '诊断' }));
    await save(dialog);
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(asked('user/strategy/saveOrUpdate')).toEqual([
      expect.objectContaining({
        strategyName: '新策略',
        level: 'tier',
        targets: ['3'],
        historyMonths: null,
        dataGroups: DATA_GROUPS.filter((group) => group !== 'diagnostics'),
        symptomCategories: [...SYMPTOM_CATEGORIES],
        exportAllowed: true,
        maskTime: false,
      }),
    ]);
  });

  it('for everybody needs no targets, and sends none', async () => {
    const { asked } = show();
    const dialog = await openNew();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^策略名称/ }), '默认');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^级别/ }));
    await userEvent.click(await screen.findByRole('option', { name: '默认' }));
    expect(within(dialog).queryByRole('combobox', { name: /^适用对象/ })).toBeNull();
    await save(dialog);
    await waitFor(() =>
      expect(asked('user/strategy/saveOrUpdate')).toEqual([expect.objectContaining({ level: 'default', targets: [] })]),
    );
  });

  it('says at once everything that is filled in wrongly, sends nothing, and leads to the first', async () => {
    const { asked } = show();
    const dialog = await openNew();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^历史月数/ }), '61');
    await save(dialog);
    for (const message of ['请输入策略名称', '请选择适用对象', '历史月数须为1-60的整数'])
      expect(await within(dialog).findByText(message)).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /^策略名称/ })).toHaveFocus());
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^策略名称/ }), '新策略');
    await save(dialog);
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: /^适用对象/ })).toHaveFocus());
    expect(asked('user/strategy/saveOrUpdate')).toEqual([]);
  });

  it('keeps the dialog open with every refusal of the server under its field', async () => {
    const fieldErrors = { strategyName: '“重复”已存在', targets: '该对象已有策略' };
    show(undefined, {
      'user/strategy/saveOrUpdate': () => ({
        code: 409,
        error: 'conflict',
        message: '该对象已有策略',
        data: { fieldErrors },
      }),
    });
    const dialog = await openNew();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^策略名称/ }), '重复');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^适用对象/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Elite' }));
    await save(dialog);
    for (const message of Object.values(fieldErrors)) expect(await within(dialog).findByText(message)).toBeVisible();
  });

  it('for others than first chosen asks anew for whom it is', async () => {
    show();
    const dialog = await openNew();
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^适用对象/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Elite' }));
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^级别/ }));
    await userEvent.click(await screen.findByRole('option', { name: '项目' }));
    expect(within(dialog).queryByText('3')).toBeNull();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^策略名称/ }), '项目策略');
    await save(dialog);
    expect(await within(dialog).findByText('请选择适用对象')).toBeVisible();
  });
});

it('changing one for users shows their names and searches for others while somebody types', async () => {
  const { asked } = show(undefined, {
    'user/query': ({ body }) => ({
      code: 200,
      data: pageOf(body.keyword === 'anna' ? [{ username: 'anna', nickName: '安娜' }] : []),
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: '修改：争议客户' }));
  const dialog = await screen.findByRole('dialog', { name: '修改策略' });
  expect(within(dialog).getByText('花园物业')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('combobox', { name: /^适用对象/ }), 'anna');
  await userEvent.click(await screen.findByRole('option', { name: '安娜 (anna)' }));
  await save(dialog);
  await waitFor(() =>
    expect(asked('user/strategy/saveOrUpdate')).toEqual([
      expect.objectContaining({ strategyId: 'S3', level: 'user', targets: ['customer1', 'anna'] }),
    ]),
  );
});

it('the level of the default strategy cannot be changed', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: '修改：默认策略' }));
  expect(
    within(await screen.findByRole('dialog', { name: '修改策略' })).getByRole('combobox', { name: /^级别/ }),
  ).toHaveAttribute('aria-disabled', 'true');
});

it('deleting asks, naming the strategy, and reads the list anew', async () => {
  const { calls, asked } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Lite 客户 的更多操作' }));
  await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Lite 客户');
  expect(calls).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: /^(删除|确定)$/ }));
  expect(await screen.findByText('操作成功')).toBeInTheDocument();
  expect(calls.map(({ path }) => path)).toContain('user/strategy/S2');
  await waitFor(() => expect(asked('user/strategy/query').length).toBeGreaterThan(0));
});

describe('the preview', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: '预览' }));
    return screen.findByRole('dialog', { name: '预览生效策略' });
  };

  it('says what is in force for an account, and why', async () => {
    show(undefined, { 'user/strategy/effective/customer1': () => ({ code: 200, data: { ...lite, reason: 'tier' } }) });
    const dialog = await open();
    expect(within(dialog).getByRole('button', { name: '预览' })).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '账号' }), ' customer1 {Enter}');
    expect(await within(dialog).findByText('该用户的客户等级有策略')).toBeVisible();
    for (const words of ['Lite 客户', '6 个月', '实时、故障', 'B, D', '禁止'])
      expect(within(dialog).getByText(words)).toBeVisible();
  });

  it('says that there is no such account, and shows nobody else’s strategy then', async () => {
    show(undefined, {
      'user/strategy/effective/customer1': () => ({ code: 200, data: { ...lite, reason: 'tier' } }),
      'user/strategy/effective/nobody': () => ({ code: 404, error: 'not_found', message: '账号不存在' }),
    });
    const dialog = await open();
    const field = within(dialog).getByRole('textbox', { name: '账号' });
    await userEvent.type(field, 'customer1{Enter}');
    await within(dialog).findByText('Lite 客户');
    await userEvent.clear(field);
    await userEvent.type(field, 'nobody{Enter}');
    expect(await within(dialog).findByText('账号不存在')).toBeVisible();
    expect(within(dialog).queryByText('Lite 客户')).toBeNull();
  });
});
