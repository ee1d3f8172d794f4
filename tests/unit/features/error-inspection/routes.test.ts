import { mayOpen, routeOf } from '@/lib/routes';
import { holder } from '@/tests/support/holder';

const READER = holder(1, 'ERROR_INSPECTION_READ');
const NOBODY = holder(0, 'ERROR_INSPECTION_WRITE', 'EQUIPMENT_READ');

it('[MISC-009] error inspection is a page inside the layout, in the equipment menu of users with ERROR_INSPECTION_READ', () => {
  const route = routeOf('errorInspection');
  expect(route).toMatchObject({
    path: '/errorInspection',
    place: 'portal',
    isBuilt: true,
    menu: { group: 'equipment' },
  });
  expect([mayOpen(READER, route), mayOpen(NOBODY, route)]).toEqual([true, false]);
});

it('[MISC-001] its detail is a standalone page with the same permission', () => {
  const route = routeOf('errorInspectionDetail');
  expect(route).toMatchObject({ path: '/detail/errorInspection', place: 'standalone', isBuilt: true });
  expect([mayOpen(READER, route), mayOpen(NOBODY, route)]).toEqual([true, false]);
});
