import { screen, within } from '@testing-library/react';
import { dashboardLinks } from '@/components/dashboards/dashboard-links';
import { DispatchBoard } from '@/components/dashboards/dispatch-board';
import { TopUnits } from '@/components/dashboards/top-units';
import { UnitStates } from '@/components/dashboards/unit-states';
import { holder } from '@/tests/support/holder';
import { renderApp } from '../support/render';

/** Where numbers of a dashboard lead: the list with the very rows that were counted (silent-screens D0). */

const LINKS = dashboardLinks(holder(0, 'EQUIPMENT_READ', 'CALLBACK_READ', 'SYMPTOM_READ'), {
  branchCode: 'B1',
  projectIds: null,
});
const hrefsIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => new URL((link as HTMLAnchorElement).href))
    .map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]);

it('kinds of units: the equipment list of that kind, nothing where there are none', () => {
  const states = { trapped: 0, fault: 0, online: 9, unknown: 0, disconnected: 0, offline: 0, notInstalled: 0 };
  const counts = {
    equipmentTotal: 9,
    elevatorTotal: 6,
    escalatorTotal: 3,
    sidewalkTotal: 0,
    projectTotal: 1,
    inContract: 9,
    unhealthy: 2,
    states,
  };
  renderApp(
    <UnitStates
      data={{ asOf: '', from: '', until: '', months: [], counts, showsFaults: true, kpis: [] }}
      links={LINKS}
    />,
  );
  expect(hrefsIn(screen.getByText('直梯 / 扶梯 / 人行道').nextElementSibling as HTMLElement)).toEqual([
    ['/equipmentlist', { branchCode: 'B1', displayType: 'EV' }],
    ['/equipmentlist', { branchCode: 'B1', displayType: 'ES' }],
  ]);
  expect(hrefsIn(screen.getByText('在保率').nextElementSibling as HTMLElement)).toEqual([
    ['/equipmentlist', { branchCode: 'B1', inContract: '1' }],
  ]);
  expect(hrefsIn(screen.getByText('健康异常').nextElementSibling as HTMLElement)).toEqual([
    ['/equipmentlist', { branchCode: 'B1', unhealthy: '1' }],
  ]);
});

it('closed today: the call-outs that were closed since midnight, whenever they were opened', () => {
  renderApp(
    <DispatchBoard
      data={{
        asOf: '',
        duty: { rows: [], total: 0 },
        progress: [],
        board: { INIT: 0, REQU: 0, PAGE: 0, DISP: 0, SITE: 0, INTR: 0, done: 2 },
        done: [],
        recent: [],
        maintenance: null,
        due: { inspections: null, contracts: null },
        next: { maintenance: null, inspection: null, contract: null },
      }}
      today="2026-06-15"
      links={LINKS}
    />,
  );
  expect(hrefsIn(screen.getByRole('region', { name: '今日完成' }))).toEqual([
    [
      '/callbacklist',
      {
        branchCode: 'B1',
        startCreateDate: '2000-01-01',
        endCreateDate: '2026-06-15',
        jobStatus: 'CLSO',
        closedSince: '2026-06-15',
      },
    ],
  ]);
});

it('symptoms of a problem unit: those of its kind that wait', () => {
  const unit = {
    equipmentNo: 'E-1',
    equipmentName: '客梯1#',
    projectName: null,
    score: 5,
    entrapments: 0,
    equipmentCalls: 0,
    otherCalls: 0,
    faultSymptoms: 2,
    diagnoses: 1,
    downHours: 0,
  };
  renderApp(
    <TopUnits
      data={{
        asOf: '',
        from: '',
        until: '2026-06-15',
        scoreFrom: '2026-03-17',
        units: [unit],
        branches: [],
        projects: [],
        distribution: null,
        unitFigures: [],
      }}
      links={LINKS}
    />,
  );
  const waiting = { branchCode: 'B1', equipmentNo: 'E-1', symptomStateList: 'INIT,NOT_PROCESSED,OPEN' };
  expect(hrefsIn(screen.getByRole('table')).filter(([path]) => path === '/symptomList')).toEqual([
    ['/symptomList', { ...waiting, categoryList: 'A,B' }],
    ['/symptomList', { ...waiting, categoryList: 'D' }],
  ]);
});
