import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { db, pool } from '@/lib/platform/db/client';
import { call, resetLimits } from '../../support/callers';
import { useFreshDatabase } from '../support/database';
import { branchSave, closeWorld, createAccountsWorld, GOOD_PASSWORD } from '../features/users/support/world';

/**
 * A branch that would like to see what another branch's customers see: by way of an account that both of them have given
 * rights to (readings 116). It holds every authority there is; only what the account sees stands in its way.
 */

useFreshDatabase();

type Mapping = readonly [type: 1 | 2, mappingId: string];
/** P-1 and B01 are the branch's, the rest is not. */
const FOREIGN: Readonly<Record<string, readonly Mapping[]>> = {
  reachOver: [
    [1, 'P-1'],
    [1, 'P-3'],
  ],
  reachOnly: [[1, 'P-3']],
  reachBranch: [
    [1, 'P-1'],
    [2, 'B02'],
  ],
  reachNothing: [
    [1, 'P-1'],
    [1, 'P-0'],
  ],
};
const OWN: Readonly<Record<string, readonly Mapping[]>> = {
  ownOne: [[1, 'P-1']],
  ownTwo: [
    [1, 'P-1'],
    [1, 'P-2'],
  ],
  ownBranch: [
    [1, 'P-1'],
    [2, 'B01'],
  ],
  ownNone: [],
};

beforeAll(async () => {
  await createAccountsWorld();
  await db().authority.createMany({ data: AUTHORITIES.map((authority) => ({ authority })), skipDuplicates: true });
  await db().roleAuthority.createMany({
    data: AUTHORITIES.map((authority) => ({ role: 'role-branchManager', authority })),
    skipDuplicates: true,
  });
});
beforeEach(async () => {
  resetLimits();
  await pool().query('DELETE FROM rate_counter');
  await db().user.deleteMany({ where: { username: { in: Object.keys({ ...FOREIGN, ...OWN }) } } });
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { username: 'customerLite' },
    select: { passwordHash: true },
  });
  for (const [username, mappings] of Object.entries({ ...FOREIGN, ...OWN })) {
    await db().user.create({
      data: {
        username,
        usernameLower: username.toLowerCase(),
        nickName: username,
        phone: '13800000009',
        passwordHash,
        passwordAt: new Date(),
        userType: 1,
        customerType: 2,
        tier: 1,
        projectbranchType: 1,
        branchCode: 'B01',
        roles: { create: { role: 'LITE角色' } },
        mappings: { create: mappings.map(([type, mappingId]) => ({ type, mappingId })) },
      },
    });
  }
});
afterAll(closeWorld);

const manager = (method: string, path: string, body?: unknown) =>
  call<{ fwtoken?: string } | null>('branchManager', method, path, body);
const OLD_PASSWORD = 'Persona-Test-1';
const save = (username: string) => ({ ...branchSave(username, { user: { phone: '13911112222' } }), modelType: 1 });

/** Every write by which somebody gets into an account that is not his own. */
const WAYS: Readonly<Record<string, (username: string) => ReturnType<typeof manager>>> = {
  'a new phone, roles and projects': (username) => manager('POST', 'user/branchUser', save(username)),
  'a reset password': (username) => manager('POST', 'user/resetPw', { user: { username, password: GOOD_PASSWORD } }),
  'a changed password': (username) =>
    manager('POST', 'user/updatePw', { user: { username, password: OLD_PASSWORD }, newPassword: GOOD_PASSWORD }),
  'a login link': (username) => manager('POST', 'user/createLoginLink', { username }),
  'its deletion': (username) => manager('DELETE', `user/${username}`),
};

const stateOf = async (username: string) => ({
  user: await db().user.findUniqueOrThrow({
    where: { username },
    include: { roles: true, mappings: true, invoices: true },
  }),
  links: await db().oneTimeToken.count({ where: { username } }),
});

describe.each(Object.keys(WAYS))('%s', (way) => {
  const write = WAYS[way] as (username: string) => ReturnType<typeof manager>;

  it.each(Object.keys(FOREIGN))(
    'is refused for an account that sees more than the branch (%s); it is told who may, and nothing changes',
    async (username) => {
      const before = await stateOf(username);
      const answer = await write(username);
      expect([answer.status, answer.code, answer.error]).toEqual([511, 511, 'no_object_permission']);
      expect(answer.message).toBe(
        '该账号还关联了您管辖范围以外的项目或分公司，只有总部管理员或管辖其全部项目和分公司的管理员可以操作',
      );
      expect(await stateOf(username)).toEqual(before);
    },
  );

  it.each(Object.keys(OWN))(
    'is possible for an account whose projects and branches are all its own (%s)',
    async (username) => {
      expect(await write(username)).toMatchObject({ code: 200 });
    },
  );

  it('is possible for a branch account that has both branches, and for the head office', async () => {
    await db().userMapping.create({ data: { username: 'branchManager', type: 2, mappingId: 'B02' } });
    forgetActors();
    expect(await write('reachOver')).toMatchObject({ code: 200 });
    await db().userMapping.deleteMany({ where: { username: 'branchManager', mappingId: 'B02' } });
    forgetActors();
    expect(await write('reachOnly')).toMatchObject({ code: 511 });
  });
});

it('the dialog is told before anything is typed', async () => {
  const editable = async (username: string) =>
    (await call<{ editable: boolean }>('branchManager', 'GET', `user/detail/${username}`)).data.editable;
  expect([await editable('reachOver'), await editable('reachBranch'), await editable('ownTwo')]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await call<{ editable: boolean }>('platformAdmin', 'GET', 'user/detail/reachOver')).data.editable).toBe(true);
});

it.each(['a new phone, roles and projects', 'a reset password', 'its deletion'])(
  '%s: what the head office gives while the branch asks counts',
  async (way) => {
    const client = await pool().connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM users WHERE username = 'ownOne' FOR UPDATE`);
      await client.query(`INSERT INTO user_mapping (username, type, mapping_id) VALUES ('ownOne', 1, 'P-3')`);
      const asked = WAYS[way]?.('ownOne');
      await new Promise((resolve) => setTimeout(resolve, 400));
      await client.query('COMMIT');
      expect(await asked).toMatchObject({ code: 511 });
      expect(await db().user.findUniqueOrThrow({ where: { username: 'ownOne' } })).toMatchObject({
        phone: '13800000009',
        mustReset: false,
        deletedAt: null,
      });
    } finally {
      client.release();
    }
  },
);

it('a branch account of two branches is no way in for who has one of them', async () => {
  await db().user.update({
    where: { username: 'branchDispatcher' },
    data: { mappings: { create: { type: 2, mappingId: 'B02' } } },
  });
  for (const way of ['a reset password', 'a changed password', 'a login link', 'its deletion'])
    expect([way, (await WAYS[way]?.('branchDispatcher'))?.code]).toEqual([way, 511]);
  await db().userMapping.deleteMany({ where: { username: 'branchDispatcher', mappingId: 'B02' } });
});
