import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls } from '../../support/render';
import { renderWall, statusOf, unit, wallData } from '../support/wall';

/** Counts how often the grid looked at a tile's props, drawn anew or not. */
let looked = 0;
jest.mock('@/components/campus/tiles/unit-tile', () => {
  const { memo } = jest.requireActual<typeof import('react')>('react');
  const { UnitTile } = jest.requireActual<typeof import('@/components/campus/tiles/unit-tile')>(
    '@/components/campus/tiles/unit-tile',
  );
  const isSame = (before: object, after: object) => {
    looked += 1;
    return Object.entries(after).every(([name, value]) => (before as Record<string, unknown>)[name] === value);
  };
  return { UnitTile: memo(UnitTile.type, isSame) };
});

const units = Array.from({ length: 40 }, (_, index) => unit(`N${index}`, 'EV', index));
const callback = {
  key: 'c1',
  type: 'CBK',
  status: 'PAGE',
  time: '2026-11-21 14:00:00',
  equipmentName: '1号梯',
  equipmentNo: 'N1',
  technician: null,
  phoneNumber: null,
  message: '门故障',
  objectId: 'c1',
  replay: false,
};

beforeEach(() => {
  answerCalls(({ path }) =>
    path === 'equipmentExtension/statusList'
      ? { code: 200, data: units.map(({ equipmentNo }) => statusOf(equipmentNo)) }
      : { code: 200, data: null },
  );
});
afterEach(() => jest.restoreAllMocks());

it('a message, a folded panel, full screen and a menu leave the hundred tiles alone', async () => {
  const { notices, openNotices, tell, goLive } = renderWall(wallData(units), {
    authorities: ['CAMPUS_VIEW_READ', 'SYMPTOM_READ', 'CAMPUS_VIEW_CALLBACK_READ'],
  });
  await goLive();
  await waitFor(() => notices());
  await openNotices();
  looked = 0;
  await tell('notification', callback);
  expect(await screen.findByText('1号梯')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '收起汇总' }));
  await userEvent.click(screen.getByRole('button', { name: '显示汇总' }));
  fireEvent.click(screen.getByRole('button', { name: /^每页/ }));
  expect(looked).toBe(0);
});

it('in groups a message that changes no condition leaves the hundred tiles alone as well', async () => {
  const projects = [
    { projectId: 'P', projectName: 'P', total: 40, equipmentNos: units.map(({ equipmentNo }) => equipmentNo) },
  ];
  const { goLive, say, tile } = renderWall(wallData(units, { group: 'project', order: 'worst', projects }), {
    search: '?group=project&order=worst',
  });
  await goLive();
  await say('N5', { onlinestatus: 1, door: 'Closed', position: '3', errorstate: false, entrapment: false }, 'snapshot');
  looked = 0;
  await say('N5', { door: 'Opening', position: '4', errorstate: false });
  await say('N5', { entrapment: false, speed: 3, connection: 'online' });
  expect(looked).toBe(0);
  await say('N5', { errorstate: true });
  expect(looked).toBeGreaterThan(0);
  expect(tile('N5')).toHaveAttribute('data-wide');
});
