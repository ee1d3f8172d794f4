import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RulesBoard } from '@/components/symptoms/rules-board';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { RuleRow } from '@/lib/features/detector/contract';
import { answerCalls, answered, renderApp } from '../support/render';

/** The rules that find symptoms, in their tab (readings 81). */

const A02: RuleRow = {
  rule: 'A02',
  category: 'A',
  kind: 'live',
  displayTypes: ['EV'],
  action: 'trapped',
  numbers: [
    { name: 'hold', value: 120, least: 0, most: 86_400, unit: 'sec' },
    { name: 'callOut', value: 180, least: 0, most: 86_400, unit: 'sec' },
  ],
  settings: [
    {
      scope: 'unit',
      target: '10512345',
      enabled: true,
      numbers: { hold: 60 },
      version: 3,
      updateBy: 'anna',
      updateDate: '2026-11-21 09:00:00',
    },
  ],
};
const B05: RuleRow = {
  ...A02,
  rule: 'B05',
  category: 'B',
  kind: 'hourly',
  action: 'none',
  numbers: [
    { name: 'busyHours', value: 2, least: 1, most: 12, unit: 'hours' },
    { name: 'busyTrips', value: 10, least: 1, most: 1000, unit: 'count' },
  ],
  settings: [],
};

async function show(isOn = true) {
  const calls = answerCalls(({ path, body }) => {
    switch (path) {
      case 'symptom/rule':
        return { code: 200, data: { isOn, rules: [A02, B05] } };
      case 'symptom/rule/try':
        return {
          code: 200,
          data: {
            units: 3,
            traced: 2,
            isCut: true,
            total: 1,
            hits: [
              {
                equipmentNo: '10512345',
                equipmentName: '一号梯',
                eventDate: '2026-11-20 08:00:00',
                firedDate: '2026-11-20 08:02:00',
                clearedDate: null,
              },
            ],
          },
        };
      default:
        return { code: 200, data: { ...A02, ...body } };
    }
  });
  renderApp(
    <>
      <ToastHost />
      <RulesBoard />
    </>,
  );
  await answered();
  return (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
}
const item = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);

afterEach(() => jest.restoreAllMocks());

it('each rule stands with its kind, what it does, its numbers and its settings', async () => {
  await show();
  const a02 = item('A02 疑似困人');
  expect(a02.getByText('实时 · 召修（困人）')).toBeInTheDocument();
  expect(a02.getByText('持续时间 120 秒 · 召修延迟 180 秒')).toBeInTheDocument();
  expect(a02.getByText('设备号 10512345 启用: 持续时间 60 秒')).toBeInTheDocument();
  const b05 = item('B05 疑似停用');
  expect(b05.getByText('每小时 · 仅记录')).toBeInTheDocument();
  expect(b05.getByText('无运行时长 2 小时 · 同时段通常运行次数 10 次')).toBeInTheDocument();
});

it('only what is judged with every message can be tried on what is kept', async () => {
  await show();
  expect(item('A02 疑似困人').getByRole('button', { name: '试运行' })).toBeInTheDocument();
  expect(item('B05 疑似停用').queryByRole('button', { name: '试运行' })).not.toBeInTheDocument();
});

it('a trial asks for days, units and numbers, and shows what would have been found', async () => {
  const asked = await show();
  await userEvent.click(item('A02 疑似困人').getByRole('button', { name: '试运行' }));
  const dialog = within(await screen.findByRole('dialog', { name: '试运行 A02 疑似困人' }));
  await userEvent.type(dialog.getByRole('textbox', { name: '设备号' }), '10512345, 10512346');
  await userEvent.type(dialog.getByRole('textbox', { name: /^持续时间/ }), '30');
  await userEvent.click(dialog.getByRole('button', { name: '试运行' }));
  expect(await dialog.findByText('3台设备中2台有记录，命中1次')).toBeInTheDocument();
  expect(dialog.getByText('用时过长，其余设备未检查')).toBeInTheDocument();
  expect(dialog.getByText('2026-11-20 08:00:00 – … 10512345 一号梯')).toBeInTheDocument();
  expect(asked('symptom/rule/try')).toEqual([
    { rule: 'A02', days: 7, numbers: { hold: 30 }, equipmentNos: ['10512345', '10512346'], productLine: null },
  ]);
});

it('a setting is changed with the version that was seen; its place stays', async () => {
  const asked = await show();
  await userEvent.click(item('A02 疑似困人').getByRole('button', { name: '修改' }));
  const dialog = within(await screen.findByRole('dialog', { name: '设置规则 A02 疑似困人' }));
  expect(dialog.getByRole('textbox', { name: /^设备号/ })).toBeDisabled();
  const hold = dialog.getByRole('textbox', { name: /^持续时间/ });
  await userEvent.clear(hold);
  await userEvent.type(hold, '90');
  await userEvent.click(dialog.getByRole('switch', { name: '启用' }));
  await userEvent.click(dialog.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(asked('symptom/rule/save')).toEqual([
      { rule: 'A02', scope: 'unit', target: '10512345', enabled: false, numbers: { hold: 90 }, version: 3 },
    ]),
  );
  await answered();
});

it('a setting is taken away', async () => {
  const asked = await show();
  await userEvent.click(item('A02 疑似困人').getByRole('button', { name: '移除设置' }));
  await answered();
  expect(asked('symptom/rule/delete')).toEqual([{ rule: 'A02', scope: 'unit', target: '10512345' }]);
});

it('where symptoms are imported the tab says that nobody looks for them here', async () => {
  await show(false);
  expect(screen.getByRole('note')).toHaveTextContent('征兆由外部系统导入');
});
