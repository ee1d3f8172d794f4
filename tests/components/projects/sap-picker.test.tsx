import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SapPicker } from '@/components/projects/shared/sap-picker';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { SapProject } from '@/lib/features/projects/look-up-contract';
import type { PickedProject } from '@/lib/features/projects/shared/sap-selection';
import { answerCalls, renderApp } from '../support/render';

const leaf = (projectId: string, projectName: string, parentId: string | null = null): SapProject => ({
  projectId,
  projectName,
  tplnr: `CN-${projectId}`,
  equipmentTotal: 2,
  installedTotal: 1,
  headerconttracts: '',
  parentId,
  children: [],
});
const group: SapProject = {
  ...leaf('group:1', '万达'),
  tplnr: '',
  equipmentTotal: 4,
  installedTotal: 4,
  children: [leaf('1', '万达', 'group:1'), leaf('2', '万达', 'group:1')],
};

function Host({ onSubmit, initial = '' }: { onSubmit: () => void; initial?: string }) {
  const [value, setValue] = useState<readonly PickedProject[]>([]);
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SapPicker
        value={value}
        onChange={setValue}
        displayName={{ label: '显示名称', value: name, onChange: setName }}
      />
      <output>{value.map(({ projectId }) => projectId).join(' ')}</output>
    </form>
  );
}

function show({
  records = [group, leaf('3', '单独')],
  total = 3,
  initial,
}: { records?: SapProject[]; total?: number; initial?: string } = {}) {
  const onSubmit = jest.fn();
  const calls = answerCalls(() => ({ code: 200, data: { total, pages: 1, size: 200, current: 1, records } }));
  renderApp(
    <>
      <Host onSubmit={onSubmit} initial={initial} />
      <ToastHost />
    </>,
  );
  return { calls, onSubmit };
}
const find = () => userEvent.type(screen.getByRole('textbox', { name: 'SAP项目名称' }), ' 万达 {Enter}');
const box = (name: string) => screen.getByRole('checkbox', { name: `选择 ${name}` });

afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

describe('the SAP picker', () => {
  it('[PROJ-026] asks for a name or a number first, and sends nothing', async () => {
    const { calls } = show();
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(await screen.findByText('请先输入SAP项目名称或设备号')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });
  it('[PROJ-029] searches 200 at a time by Enter, and does not send the form around it', async () => {
    const { calls, onSubmit } = show();
    await find();
    await screen.findByRole('list', { name: '查询结果' });
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['sapProject/query', { pageIndex: 1, pageSize: 200, projectName: '万达' }],
    ]);
    expect(onSubmit).not.toHaveBeenCalled();
  });
  it('[PROJ-023] [PROJ-024] shows functional locations under their group, which is all, half or not chosen', async () => {
    show();
    await find();
    const inGroup = await screen.findByRole('list', { name: '万达' });
    expect(within(inGroup).getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(box('万达 CN-2'));
    expect(box('万达')).toHaveAttribute('aria-checked', 'mixed');
    await userEvent.click(box('万达'));
    expect(box('万达')).toBeChecked();
    expect(document.querySelector('output')).toHaveTextContent('2 1');
    await userEvent.click(box('万达'));
    expect(document.querySelector('output')).toHaveTextContent('');
    await userEvent.click(screen.getByRole('button', { name: '收起 万达' }));
    expect(screen.queryByRole('list', { name: '万达' })).toBeNull();
  });
  it('[PROJ-025] the display name follows the first chosen project until it is written', async () => {
    show();
    await find();
    await screen.findByRole('list', { name: '查询结果' });
    const name = screen.getByRole('textbox', { name: '显示名称' });
    await userEvent.click(box('单独 CN-3'));
    expect(name).toHaveValue('单独');
    await userEvent.click(box('单独 CN-3'));
    await userEvent.click(box('万达'));
    expect(name).toHaveValue('万达');
    await userEvent.clear(name);
    await userEvent.type(name, '万达物业');
    await userEvent.click(box('万达'));
    await userEvent.click(box('单独 CN-3'));
    expect(name).toHaveValue('万达物业');
  });
  it('a display name that was there from the start stays', async () => {
    show({ initial: '老客户' });
    await find();
    await screen.findByRole('list', { name: '查询结果' });
    await userEvent.click(box('单独 CN-3'));
    expect(screen.getByRole('textbox', { name: '显示名称' })).toHaveValue('老客户');
  });
  it('[PROJ-027] warns by the total when there are more than 200, not at 200', async () => {
    show({ total: 201 });
    await find();
    expect((await screen.findAllByText('条目过多，建议输入更加精确的SAP项目名称进行查询')).length).toBeGreaterThan(0);
  });
  it('[PROJ-027] does not warn at exactly 200', async () => {
    show({ total: 200 });
    await find();
    await screen.findByRole('list', { name: '查询结果' });
    expect(document.querySelector('p[role="status"]')).toBeNull();
  });
  it('[PROJ-028] says when SAP has no such project', async () => {
    show({ records: [], total: 0 });
    await find();
    expect((await screen.findAllByText('项目名称未在SAP系统中维护')).length).toBeGreaterThan(0);
  });
  it('what is chosen stays over the next search and can be given up by its chip', async () => {
    show();
    await find();
    await screen.findByRole('list', { name: '查询结果' });
    await userEvent.click(box('单独 CN-3'));
    const chip = screen.getByText('单独 · CN-3');
    expect(screen.getByText('已选 1 个项目')).toBeInTheDocument();
    await userEvent.click(within(chip.parentElement ?? chip).getByTestId('CancelIcon'));
    await waitFor(() => expect(screen.getByText('已选 0 个项目')).toBeInTheDocument());
  });
});
