import type pg from 'pg';
import { searchRoles } from '@/lib/features/roles/contract';
import { services as roleServices } from '@/lib/features/roles/service';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../../support/actors';
import { compare, rowsOf, SIZE } from '../support/compare-list';
import type { Statement } from '../support/statements';

const HEAD = actorOf(0, {}, ['ROLE_READ']);
const bare = (condition: string, values: unknown[] = []): Statement => ({
  values,
  text: `SELECT * FROM role WHERE ${condition} ORDER BY create_date DESC, role LIMIT ${SIZE}`,
});

/** The role list. @param roles how many there are */
export async function measureRoles(client: pg.Client, roles: number): Promise<void> {
  const service = roleServices.find(({ operation }) => operation.name === searchRoles.name);
  const page = (query: object) =>
    service?.handle(
      { actor: HEAD } as never,
      validate(searchRoles.input, { pageSize: SIZE, sortOrder: 'desc', ...query }) as never,
    ) ?? Promise.reject(new Error('no service'));
  const first = await rowsOf(() => page({ pageIndex: 1 }));
  await compare(client, 'roles, first page', first, [bare('true')]);
  await compare(client, 'roles, search', await rowsOf(() => page({ pageIndex: 1, searchKey: '云锦' })), [
    bare('role ILIKE $1 OR description ILIKE $1', ['%云锦%']),
  ]);
  await compare(
    client,
    'roles, last page (bare: first page)',
    await rowsOf(() => page({ pageIndex: Math.max(1, Math.floor(roles / SIZE)) })),
    first,
  );
}
