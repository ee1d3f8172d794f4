import { screen, within } from '@testing-library/react';
import { dashboardLinks } from '@/components/dashboards/dashboard-links';
import { SlaQueue } from '@/components/dashboards/sla-queue';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { holder } from '@/tests/support/holder';
import { renderApp } from '../support/render';

/** Open call-outs of a project: how far help is, and whom to call (silent-screens D4). */

const row = (status: string, rest: Partial<DutyRow> = {}): DutyRow => ({
  callbackId: 'CB-1',
  symptomId: null,
  equipmentNo: 'E-1',
  equipmentName: '客梯1#',
  branchName: '上海分公司',
  status,
  openedBy: 'person',
  title: '门',
  technicianName: '王工',
  technicianPhone: '13800000000',
  personTrapped: false,
  personInjured: false,
  createDate: '2026-06-15 08:00:00',
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  marks: [],
  told: [],
  acks: [],
  canAcknowledge: false,
  callHelp: false,
  ...rest,
});

type Technician = Parameters<typeof SlaQueue>[0]['progress'] extends readonly (infer T)[] | undefined ? T : never;
function open(
  one: DutyRow,
  history: readonly [CallbackStatusCode, string][],
  technician: Technician['technician'] = { state: 'none', at: null },
) {
  renderApp(
    <SlaQueue
      duty={{ rows: [one], total: 1 }}
      readAt={undefined}
      links={dashboardLinks(holder(1, 'CALLBACK_READ'), { branchCode: '', projectIds: ['P1'] })}
      progress={[
        {
          callbackId: 'CB-1',
          statusHistory: history.map(([status, time]) => ({ status, updateTime: `2026-06-15 ${time}:00` })),
          technician,
        },
      ]}
    />,
  );
  return within(screen.getByRole('list', { name: '处理进度' }))
    .getAllByRole('listitem')
    .map((step) => [step.dataset.step, step.dataset.state, step.lastChild?.textContent]);
}

it('names the technician with his number, what he said and when each step was', () => {
  const steps = open(
    row('PAGE'),
    [
      ['INIT', '08:00'],
      ['PAGE', '08:05'],
    ],
    { state: 'accepted', at: '2026-06-15 08:07:00' },
  );
  expect(steps).toEqual([
    ['INIT', 'done', '06-15 08:00'],
    ['PAGE', 'current', '06-15 08:05'],
    ['DISP', 'todo', '--'],
    ['SITE', 'todo', '--'],
    ['CLSO', 'todo', '--'],
  ]);
  expect(screen.getByText('王工')).toBeInTheDocument();
  expect(screen.getByText('已接单 06-15 08:07')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /13800000000/ })).toHaveAttribute('href', 'tel:13800000000');
});

it('does not say done of a step that did not happen', () => {
  const steps = open(row('SITE'), [
    ['INIT', '08:00'],
    ['SITE', '08:20'],
  ]);
  expect(steps.slice(0, 4)).toEqual([
    ['INIT', 'done', '06-15 08:00'],
    ['PAGE', 'skipped', '--'],
    ['DISP', 'skipped', '--'],
    ['SITE', 'current', '06-15 08:20'],
  ]);
});

it('after a technician gave it back nothing of him counts', () => {
  const steps = open(
    row('REQU', { technicianName: null, technicianPhone: null }),
    [
      ['INIT', '08:00'],
      ['PAGE', '08:05'],
      ['REQU', '08:09'],
    ],
    { state: 'givenBack', at: '2026-06-15 08:09:00' },
  );
  expect(steps.map(([, state]) => state)).toEqual(['current', 'todo', 'todo', 'todo', 'todo']);
  expect(screen.getByText('尚未派工，由 上海分公司 负责')).toBeInTheDocument();
  expect(screen.getByText('已退回 06-15 08:09')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /\d{11}/ })).toBeNull();
});
