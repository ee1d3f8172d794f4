import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { handleSms } from '@/lib/platform/door/web-door';
import { db } from '@/lib/platform/db/client';
import { call, headersOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
beforeAll(async () => {
  await createPersonas();
  await db().roleAuthority.create({ data: { role: 'role-customerEssence', authority: 'CAMPUS_VIEW_READ' } });
  await db().roleAuthority.create({ data: { role: 'role-customerEssence', authority: 'CAMPUS_VIEW_WRITE' } });
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A PNG of exactly this size: the same picture with a text chunk before its end. */
function png(size: number): Buffer {
  const end = PNG.subarray(-12);
  const filler = Buffer.alloc(size - PNG.length);
  filler.writeUInt32BE(size - PNG.length - 12, 0);
  filler.write('tEXt', 4, 'latin1');
  return Buffer.concat([PNG.subarray(0, -12), filler, end]);
}
async function upload(
  who: PersonaName,
  bytes: Buffer,
  name: string,
  kind: string,
): Promise<{ code: number; message: string; data: { path: string } }> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new File([new Uint8Array(bytes)], name));
  const response = await handleSms(
    new Request('http://localhost:3000/sms/file/upload/sms/campus', {
      method: 'POST',
      headers: await headersOf(who),
      body: form,
    }),
  );
  return (await response.json()) as { code: number; message: string; data: { path: string } };
}
interface Config {
  campusView: { title: string; logo: string | null; mute: number };
  equipmentList: { equipmentNo: string; equipmentNickName: string; position: number }[];
}
const unit = (equipmentNo: string, position: number, equipmentNickName = '') => ({
  equipmentNo,
  position,
  equipmentNickName,
  equipmentType: 'YAE_ELT',
  companyCode: '',
});
const save = (campusView: object, equipmentList: object[] = [], who: PersonaName = 'customerEssence') =>
  call(who, 'POST', 'campusview/saveOrUpdate', { campusView, equipmentList });
const config = async () => (await call<Config>('customerEssence', 'POST', 'campusview/query')).data;

describe('saving the wall', () => {
  it('[CAMP-035] [CAMP-075] keeps title, units, names and order; places are put in order from 0', async () => {
    expect(await save({ title: '滨江' }, [unit('E-2', 99, '2号'), unit('E-1', -4)])).toMatchObject({
      code: 200,
      message: '修改成功',
      data: null,
    });
    expect(await config()).toMatchObject({
      campusView: { title: '滨江', logo: null, mute: 0 },
      equipmentList: [
        { equipmentNo: 'E-1', equipmentNickName: '静安中心1号梯', position: 0 },
        { equipmentNo: 'E-2', equipmentNickName: '2号', position: 1 },
      ],
    });
    const mapping = await call<{ total: number; records: { equipmentNo: string; checked: boolean }[] }>(
      'customerEssence',
      'POST',
      'campusview/queryMapping',
      { key: '静安' },
    );
    expect(mapping.data).toMatchObject({ total: 1, records: [{ equipmentNo: 'E-1', checked: true }] });
  });

  it('refuses units of others, unknown ones, an empty title, and anybody without CAMPUS_VIEW_WRITE', async () => {
    expect((await save({ title: 'x' }, [unit('E-3', 0)])).code).toBe(511);
    expect((await save({ title: 'x' }, [unit('E-99', 0)])).code).toBe(404);
    expect(await save({ title: '' })).toMatchObject({
      code: 400,
      data: { fieldErrors: { 'campusView.title': expect.any(String) } },
    });
    expect(await save({ title: 'x' }, [], 'customerElite')).toMatchObject({ code: 403, error: 'access_denied' });
    expect((await config()).campusView.title).toBe('滨江');
  });

  it('keeps the alarm flag by itself', async () => {
    expect((await call('customerEssence', 'POST', 'campusview/saveOrUpdateForMute', { mute: 1 })).code).toBe(200);
    expect((await config()).campusView.mute).toBe(1);
    expect((await call('customerEssence', 'POST', 'campusview/saveOrUpdateForMute', { mute: 2 })).code).toBe(400);
  });
});

describe('pictures', () => {
  it.each([
    ['CAMP-073', 'logo', 512 * 1024],
    ['CAMP-074', 'background', 2 * 1024 * 1024],
  ] as const)('[%s] a %s of %i bytes is taken, a larger one is not', async (_id, kind, limit) => {
    expect(await upload('customerEssence', png(limit), 'a.png', kind)).toMatchObject({
      code: 200,
      data: { path: expect.stringMatching(/^[A-Za-z0-9_-]{32}\.png$/) },
    });
    expect(await upload('customerEssence', png(limit + 1), 'a.png', kind)).toMatchObject({
      code: 413,
      message: '上传头像图片格式不支持!',
    });
  });

  it('[CAMP-073] [CAMP-074] what is no jpeg or png by name and bytes is refused', async () => {
    for (const [bytes, name] of [
      [PNG, 'a.gif'],
      [PNG, 'a.jpg'],
      [Buffer.from('<script>alert(1)</script>'), 'a.png'],
    ] as const) {
      expect(await upload('customerEssence', bytes, name, 'logo')).toMatchObject({
        code: 415,
        message: '上传头像图片格式不支持!',
      });
    }
    expect((await upload('customerElite', PNG, 'a.png', 'logo')).code).toBe(403);
  });

  it("are kept with the wall, only one's own, and the former one goes", async () => {
    const [{ data: first }, { data: second }] = [
      await upload('customerEssence', PNG, 'a.png', 'logo'),
      await upload('customerEssence', PNG, 'b.png', 'logo'),
    ];
    expect((await save({ title: 'x', logo: first.path })).code).toBe(200);
    expect((await config()).campusView.logo).toBe(first.path);
    expect((await save({ title: 'x', logo: second.path })).code).toBe(200);
    expect(await db().storedFile.count({ where: { path: first.path, deletedAt: null } })).toBe(0);
    expect((await save({ title: 'x', logo: first.path })).code).toBe(404);
    await db().storedFile.update({ where: { path: second.path }, data: { username: 'customerElite' } });
    expect((await save({ title: 'x', logo: second.path })).code).toBe(200);
    expect((await save({ title: 'x', logo: null })).code).toBe(200);
    expect((await save({ title: 'x', logo: second.path })).code).toBe(404);
  });
});
