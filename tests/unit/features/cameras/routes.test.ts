import { mayOpen, routeOf } from '@/lib/routes';
import { holder } from '@/tests/support/holder';

it('[MISC-013] cameralist is a page inside the layout without a permission name, for head office alone (readings 6)', () => {
  const route = routeOf('cameralist');
  expect(route).toMatchObject({ path: '/cameralist', place: 'portal', menu: { group: 'equipment' }, isBuilt: true });
  expect(route.read).toBeUndefined();
  expect([0, 1, 2].filter((userType) => mayOpen(holder(userType), route))).toEqual([0]);
  expect(mayOpen(holder(2, 'MONITOR_READ', 'EQUIPMENT_READ', 'CAMERA_WRITE'), route)).toBe(false);
});
