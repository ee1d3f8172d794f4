import type pg from 'pg';
import { queryProjects } from '@/lib/features/projects/contract';
import { countProjects, findProjectPage, projectConditions } from '@/lib/features/projects/list';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../../support/actors';
import { compare, compareList, rowsOf, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0);

/** The project list, and a customer with 200 of the projects beside somebody who sees all. */
export async function measureProjects(
  client: pg.Client,
  branches: readonly string[],
  projects: string[],
): Promise<void> {
  const where = (query: object) => projectConditions(HEAD, validate(queryProjects.input, { pageIndex: 1, ...query }));
  const listed: Listed = {
    page: (query) => findProjectPage(HEAD, validate(queryProjects.input, { pageSize: SIZE, ...query })),
    count: (query) => countProjects(where(query)),
    total: () => countProjects(where({})),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT p.*, b.branch_name, (SELECT string_agg(u.username, ',') FROM user_mapping m JOIN users u USING (username) WHERE m.type = 1 AND m.mapping_id = p.project_id AND u.deleted_at IS NULL) AS usernames
        FROM (SELECT * FROM project p WHERE deleted_at IS NULL AND ${condition} ORDER BY create_date DESC, project_id DESC LIMIT ${SIZE}) p JOIN branch b USING (branch_code)`,
    }),
    bareCount: (condition, values) => ({
      values,
      text: `SELECT count(*) FROM project p WHERE deleted_at IS NULL AND ${condition}`,
    }),
  };

  await compareList(client, 'projects', listed, {
    'first page': { query: {}, condition: 'true' },
    'with units': { query: { haveEquipment: 1 }, condition: 'p.equipment_total > 0' },
    'of a branch': { query: { branchCode: branches[0] }, condition: 'p.branch_code = $1', values: [branches[0]] },
    'search, two characters': {
      query: { projectName: '云锦' },
      condition: 'p.search_grams @> ARRAY[$1] AND p.project_name ILIKE $2',
      values: ['云锦', '%云锦%'],
    },
  });

  const customer = actorOf(1, { projects });
  for (const [order, query] of Object.entries({
    'newest first': {},
    'by name': { sortField: 'projectName', sortOrder: 'asc' },
  })) {
    const pageOf = (actor: typeof customer) =>
      rowsOf(() => findProjectPage(actor, validate(queryProjects.input, { pageIndex: 1, pageSize: SIZE, ...query })));
    await compare(
      client,
      `projects of a customer with ${projects.length}, ${order} (bare: all)`,
      await pageOf(customer),
      await pageOf(HEAD),
      3,
    );
  }
}
