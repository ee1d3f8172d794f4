import { mayOpen, routeOf } from '@/lib/routes';
import { holder } from '@/tests/support/holder';

const WITH = holder(2, 'EDGE_CUBE_READ');
const WITHOUT = holder(0, 'EQUIPMENT_READ', 'EDGE_CUBE_WRITE');

it.each([
  ['[MISC-007]', 'gateway4pro'],
  ['[MISC-008]', 'gateway'],
])('%s %s is a page inside the layout, opened by EDGE_CUBE_READ', (_id, key) => {
  const route = routeOf(key);
  expect(route).toMatchObject({
    path: `/${key}`,
    place: 'portal',
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  });
  expect([mayOpen(WITH, route), mayOpen(WITHOUT, route)]).toEqual([true, false]);
});

it('third-party gateways are head office’s page (readings 6)', () => {
  const route = routeOf('threeSidedLadder');
  expect([mayOpen(holder(0), route), mayOpen(holder(2, 'EDGE_CUBE_READ'), route)]).toEqual([true, false]);
});
