import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proGatewayList } from '@/components/pro-gateways/pro-gateway-list';
import { ProGatewayListScreen } from '@/components/pro-gateways/pro-gateway-list-screen';
import type { ProGatewayRow } from '@/lib/features/pro-gateways/contract';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';

const row: ProGatewayRow = {
  gatewayNo: 'GW001',
  projectId: 'P1',
  projectName: '云锦天地',
  remark: null,
  buildingName: '东区',
  branchName: '上海分公司',
  ports: 4,
  attached: 2,
  onlineStatus: 2,
  onlineUnits: 1,
  ip: '10.32.*.*',
  fwVersion: '3.1.2',
  cpu: 23,
  disk: null,
  temperature: 47,
  lastDataAt: '2026-11-21 09:00:00',
  units: [
    { port: 1, equipmentNo: '10500001', equipmentName: '扶梯1#', equipmentType: 'YAE_ESC', onlineStatus: 1 },
    { port: 3, equipmentNo: '10500002', equipmentName: '扶梯2#', equipmentType: 'YAE_ESC', onlineStatus: 0 },
  ],
};
const full: ProGatewayRow = { ...row, gatewayNo: 'GW002', ports: 2 };
const ROWS = [row, full];

const show = () =>
  renderList(
    <ProGatewayListScreen
      first={firstOf(proGatewayList, ROWS)}
      holder={holder(0, 'EDGE_CUBE_READ', 'EDGE_CUBE_WRITE', 'EQUIPMENT_READ')}
    />,
    {
      'gateway4pro/query': () => ({ code: 200, data: pageOf(ROWS) }),
      'gateway4pro/freeUnits': () => ({
        code: 200,
        data: pageOf([{ equipmentNo: '10500009', equipmentName: '扶梯9#', equipmentType: 'YAE_ESC' }]),
      }),
      'project/getListByUsername': () => ({
        code: 200,
        data: pageOf([{ projectId: 'P1', projectName: '云锦天地' }]),
      }),
      'gateway4pro/saveOrUpdate': () => ({ code: 200, data: { gatewayNo: 'GW-9', secret: 'the secret' } }),
    },
  );

beforeEach(() => localStorage.clear());

it('shows ports, health and state; a row opens on its units', async () => {
  show();
  const line = screen.getByRole('row', { name: /GW001/ });
  expect(within(line).getByText('2/4')).toBeInTheDocument();
  expect(within(line).getByText('23% / -- / 47°C')).toBeInTheDocument();
  expect(within(line).getByText('离线')).toBeInTheDocument();
  expect(actionsOf(/GW001/)[0]).toBe('挂接设备');
  expect(actionsOf(/GW002/)[0]).toBe('诊断');
  await userEvent.click(within(line).getAllByRole('button')[0] as HTMLElement);
  const units = await screen.findByRole('group', { name: '网关 GW001 的挂接设备' });
  expect(
    within(units)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['110500001扶梯1#扶梯在线', '310500002扶梯2#扶梯离线']);
});

it('attaches pairs of free port and unit', async () => {
  const { asked } = show();
  await userEvent.click(screen.getByRole('button', { name: '挂接设备：GW001' }));
  const dialog = await screen.findByRole('dialog', { name: '挂接设备到 GW001' });
  await userEvent.click(within(dialog).getByRole('button', { name: '挂接设备' }));
  expect(await within(dialog).findByText('请选择设备')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^设备/ }));
  await userEvent.click(await screen.findByRole('option', { name: /扶梯9#/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: '挂接设备' }));
  await waitFor(() =>
    expect(asked('gateway4pro/attach')).toEqual([
      { gatewayNo: 'GW001', units: [{ port: 2, equipmentNo: '10500009' }] },
    ]),
  );
});

it('is added with number, project and 8 ports; its secret is told once', async () => {
  const { asked } = show();
  await userEvent.click(screen.getByRole('button', { name: '新增' }));
  const dialog = await screen.findByRole('dialog', { name: '新增PRO网关' });
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(await within(dialog).findByText('请输入网关号')).toBeVisible();
  expect(within(dialog).getByText('请选择项目')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/网关号/), 'gw-9');
  await userEvent.click(within(dialog).getByRole('combobox', { name: /项目/ }));
  await userEvent.click(await screen.findByRole('option', { name: /云锦天地/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  expect(await screen.findByText('the secret')).toBeVisible();
  expect(asked('gateway4pro/saveOrUpdate')).toEqual([{ gatewayNo: 'GW-9', projectId: 'P1', ports: 8, remark: '' }]);
});
