import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CustomerHome } from '@/components/home/customer-home';
import type { HomeBuilding, HomeBuildings, HomeTotals, HomeTrouble } from '@/lib/features/home/contract';
import type { Language } from '@/lib/platform/i18n/languages';
import { answerCalls, renderApp } from '../support/render';
import { SILENT } from './support/channel';
import { holder } from '@/tests/support/holder';

/** What a customer reads of their buildings, in plain words. */

const CUSTOMER = holder(1, 'HOMEPAGE_READ', 'MONITOR_READ', 'EQUIPMENT_READ', 'CALLBACK_READ');
const REPORTER = holder(1, 'HOMEPAGE_READ', 'MONITOR_READ', 'EQUIPMENT_READ', 'CALLBACK_READ', 'CALLBACK_WRITE');

const totals = (fine: number, troubled: number, unknown: number): HomeTotals => ({
  units: fine + troubled + unknown,
  fine,
  troubled,
  unknown,
});
const building = (buildingName: string, sums: HomeTotals, troubles: HomeTrouble[] = []): HomeBuilding => ({
  projectId: 'P-1',
  projectName: '海棠金融中心',
  buildingName,
  ...sums,
  troubles,
});
const trouble = (equipmentNo: string, rest: Partial<HomeTrouble> = {}): HomeTrouble => ({
  equipmentNo,
  equipmentName: `客梯${equipmentNo}#`,
  displayType: 'EV',
  condition: 'trapped',
  callback: null,
  ...rest,
});
const answer = (
  sums: HomeTotals,
  records: HomeBuilding[] = [building('主塔楼', sums)],
  rest: Partial<HomeBuildings> = {},
): HomeBuildings => ({
  totals: sums,
  showsFaults: true,
  showsCallbacks: true,
  buildings: { total: records.length, pages: 1, size: 20, current: 1, records },
  ...rest,
});
function show(data: HomeBuildings, who = CUSTOMER, language?: Language) {
  answerCalls(() => ({ code: 500 }));
  return renderApp(<CustomerHome first={{ data, at: Date.now() }} holder={who} connection={SILENT} />, language);
}
afterEach(() => jest.restoreAllMocks());

describe('the one sentence', () => {
  it.each([
    [totals(12, 0, 0), true, '12 台设备全部在线，目前没有发现异常'],
    [totals(10, 0, 2), true, '在线的 10 台目前没有发现异常；2 台状态未知'],
    [totals(0, 0, 3), true, '3 台设备状态均未知，目前没有收到它们的数据'],
    [totals(9, 1, 2), true, '1 台设备需要关注；另有 2 台状态未知'],
    [totals(0, 0, 5), false, '故障信息未对您的账户开放，无法说明 5 台设备是否正常'],
    [totals(0, 0, 0), true, '您还没有可查看的设备'],
  ])('says no more than is known: %j', (sums, showsFaults, sentence) => {
    show(answer(sums, undefined, { showsFaults }));
    expect(screen.getByRole('status').textContent).toBe(sentence);
  });

  it('speaks the reader\u2019s language', () => {
    show(answer(totals(1, 0, 1)), CUSTOMER, 'en');
    expect(screen.getByRole('status')).toHaveTextContent(
      '1 unit is online, and nothing is known to be wrong with it; the state of 1 is unknown',
    );
  });
});

describe('a trouble', () => {
  const line = (equipmentNo: string) => {
    const found = screen.getByText(`客梯${equipmentNo}#`).closest('li');
    if (!found) throw new Error('no line');
    return found;
  };

  it('is explained in plain words, with the help that is on its way and without codes', () => {
    show(
      answer(totals(3, 3, 0), [
        building('主塔楼', totals(3, 3, 0), [
          trouble('3', {
            callback: {
              callbackId: 'C1',
              step: 'onTheWay',
              since: '2026-11-23 14:35:10',
              arrivalDue: '2026-11-23 15:00:00',
              late: false,
              technicianPhone: '13900000001',
              expectedReturn: null,
            },
          }),
          trouble('4', {
            condition: 'repair',
            callback: {
              callbackId: 'C2',
              step: 'paused',
              since: '2026-11-23 10:00:00',
              arrivalDue: null,
              late: false,
              technicianPhone: null,
              expectedReturn: '2026-11-24 08:00:00',
            },
          }),
          trouble('5', { condition: 'fault' }),
        ]),
      ]),
    );
    expect(line('3')).toHaveTextContent('客梯3#有人被困技术员正在赶来 · 自 11-23 14:35 · 应在 11-23 15:00 前到场');
    expect(within(line('3')).getByRole('link', { name: '技术员正在赶来' })).toHaveAttribute(
      'href',
      expect.stringContaining('callbackId=C1'),
    );
    expect(line('4')).toHaveTextContent('正在处理报修维修暂停 · 自 11-23 10:00 · 预计 11-24 08:00 返回');
    expect(line('5')).toHaveTextContent('发生故障还没有召修');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('says that the technician is late, and whom to call', () => {
    const late = (equipmentNo: string, technicianPhone: string | null) =>
      trouble(equipmentNo, {
        callback: {
          callbackId: equipmentNo,
          step: technicianPhone ? 'onTheWay' : 'systemNobody',
          since: '2026-11-23 14:35:10',
          arrivalDue: '2026-11-23 15:00:00',
          late: true,
          technicianPhone,
          expectedReturn: null,
        },
      });
    const rows = [late('3', '13900000001'), late('4', null)];
    show(answer(totals(0, 2, 0), [building('主塔楼', totals(0, 2, 0), rows)]));
    expect(line('3')).toHaveTextContent('到场已超时，应在 11-23 15:00 前');
    expect(within(line('3')).getByRole('link', { name: '拨打 13900000001' })).toHaveAttribute(
      'href',
      'tel:13900000001',
    );
    expect(line('4')).toHaveTextContent(/系统已建召修，无人受理.*到场已超时，应在 11-23 15:00 前 · 请联系维保单位/);
  });

  it('with trapped persons and no call-out, says whom to call', () => {
    show(answer(totals(0, 1, 0), [building('主塔楼', totals(0, 1, 0), [trouble('3')])]));
    expect(line('3')).toHaveTextContent('请立即联系维保单位或拨打96333');
  });

  it('can be reported by a customer with that right; the form has the unit filled in', async () => {
    show(answer(totals(0, 1, 0), [building('主塔楼', totals(0, 1, 0), [trouble('3')])]), REPORTER);
    await userEvent.click(screen.getByRole('button', { name: '报修：客梯3#' }));
    const dialog = await screen.findByRole('dialog', {});
    expect(within(dialog).getByDisplayValue('3')).toBeInTheDocument();
  });

  it('says nothing about the help to a user who may not see call-outs', () => {
    show(
      answer(totals(0, 1, 0), [building('主塔楼', totals(0, 1, 0), [trouble('3')])], { showsCallbacks: false }),
      REPORTER,
    );
    expect(line('3')).toHaveTextContent('处理进展未对您的账户开放');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('each building counts normal, faulty and unknown units; offline units never count as normal', () => {
  show(
    answer(totals(4, 1, 3), [building('主塔楼', totals(4, 1, 1), [trouble('3')]), building('副塔楼', totals(0, 0, 2))]),
  );
  const text = (name: string) => screen.getByRole('heading', { name }).closest('li')?.textContent;
  expect(text('主塔楼')).toContain('6 台 · 4 台未见异常 · 1 台需要关注 · 1 台状态未知');
  expect(text('副塔楼')).toBe('副塔楼海棠金融中心2 台 · 2 台状态未知');
});

it('what could not be read is said, with a retry', async () => {
  let isUp = false;
  answerCalls(() =>
    isUp
      ? { code: 200, data: answer(totals(2, 0, 0)) }
      : { code: 503, message: '服务暂不可用，请稍后再试', error: 'unavailable' },
  );
  renderApp(<CustomerHome holder={CUSTOMER} connection={SILENT} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('楼宇加载失败');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('2 台设备全部在线，目前没有发现异常')).toBeInTheDocument();
});
