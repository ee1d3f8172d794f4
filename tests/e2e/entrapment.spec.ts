import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { connect, createIncidentUnits, removeIncidentUnits, trap } from './support/incident-units';
import type { Unit } from './support/incident-units';
import { query } from './support/ledger-boxes';
import { textSentTo } from './support/outbox';
import { measured, person } from './support/people';
import { test } from './support/test';
import { putOnWall } from './support/wall';

/**
 * One entrapment from the box to the closed call-out, and a second one within it, as five people see it on five pages and the
 * technician on a phone (readings 245, 248, 249), with a stop-watch. `E2E_OFFLINE_SEC` is how long one of them has no connection.
 */

const OFFLINE_SEC = Number(process.env.E2E_OFFLINE_SEC ?? 15);
const PHONE = { width: 390, height: 844 };
const SOON = { timeout: 20_000 };

let unit: Unit;
test.beforeAll(async () => {
  const [made] = await createIncidentUnits(1, '困人流程梯');
  if (!made) throw new Error('no unit');
  unit = made;
});
test.afterAll(() => removeIncidentUnits([unit]));

const strip = (page: Page) => page.locator(`[data-testid="alarm-strip"][data-equipment="${unit.equipmentNo}"]`);
/** Text messages to people in charge that say these words of the unit, those that were withdrawn left out. */
const textsOf = (words: '有人被困' | '已救出') =>
  query<{ content: string }>(
    `SELECT content FROM sms_log WHERE equipment_no = $1 AND type <> 'technician' AND state <> 'SUPPRESSED' AND content LIKE $2 ORDER BY id`,
    [unit.equipmentNo, `${words}%`],
  );
const count = async (words: Parameters<typeof textsOf>[0]) => (await textsOf(words)).length;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('one entrapment from the box to the closed call-out, a second one within it, on five pages, one of them offline', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000 + OFFLINE_SEC * 1000);
  await connect(unit);
  const dispatcher = await person(browser, 'branchDispatcher', { address: '/callbacklist' });
  const manager = await person(browser, 'branchManager');
  await putOnWall(manager, [unit]);
  await manager.goto('/campus');
  const headOffice = await person(browser, 'platformAdmin');
  await headOffice.context().addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }]);
  await headOffice.goto(`/monitor/elevator?equipmentNo=${unit.equipmentNo}`);
  const customer = await person(browser, 'customerEssence', { address: '/' });
  const staff = await person(browser, 'internalStaff', { address: '/equipmentlist' });
  const online: [string, Page][] = [
    ['dispatcher, list of call-outs', dispatcher],
    ['manager, wall', manager],
    ['head office, live page, en', headOffice],
    ['customer, home', customer],
  ];
  const everybody: [string, Page][] = [...online, ['staff, list of units', staff]];
  // Their connections are there by now: what follows comes without a reload.
  await staff.waitForTimeout(4000);
  const seen = (what: string, since: number, who: [string, Page][], outcome: (page: Page) => Promise<void>) =>
    Promise.all(who.map(([name, page]) => measured(`${what}: ${name}`, since, () => outcome(page))));

  let since = Date.now();
  await trap(unit, true);
  await seen('strip', since, everybody, (page) => expect(strip(page)).toBeVisible(SOON));
  await expect(strip(headOffice)).toContainText('Trapped');
  await measured('texts of the start', since, () => expect.poll(() => count('有人被困'), SOON).toBeGreaterThan(0));
  const first = await textsOf('有人被困');
  expect(first[0]?.content).toContain(unit.name);

  // The dispatcher sends somebody, out of the strip.
  await strip(dispatcher)
    .getByRole('button', { name: `派工 ${unit.name}` })
    .click();
  const assign = dispatcher.getByRole('dialog', { name: '派技术员' });
  const phone = `139${String(Date.now()).slice(-8)}`;
  await assign.getByRole('textbox', { name: /^技术员姓名/ }).fill('于志强');
  await assign.getByRole('textbox', { name: /^技术员电话/ }).fill(phone);
  since = Date.now();
  await assign.getByRole('button', { name: '派工', exact: true }).click();
  await expect(assign).toHaveCount(0);
  await seen('technician named', since, [['manager, wall', manager]], (page) =>
    expect(strip(page)).toContainText('于志强', SOON),
  );
  await expect.poll(() => textSentTo(phone), SOON).toContain('有人被困');
  const link = /\/(assignment\?k=[\w-]+)/.exec(await textSentTo(phone))?.[1] ?? '';
  const hand = await (await browser.newContext({ viewport: PHONE })).newPage();
  await hand.goto(`/${link}`);
  since = Date.now();
  await press(hand, '接单');
  await seen('accepted', since, online.slice(0, 2), (page) => expect(strip(page)).toContainText('已接单', SOON));
  await press(hand, '我已出发');
  await press(hand, '我已到场');
  await expect(hand.getByRole('button', { name: '人员已解困' })).toBeVisible();

  // One loses the connection; the box releases, and another entrapment begins.
  await staff.context().setOffline(true);
  const lostAt = Date.now();
  since = Date.now();
  await trap(unit, false);
  await seen('freed', since, online, (page) => expect(strip(page)).toHaveCount(0, SOON));
  await Promise.all([
    measured('freed: technician, phone', since, () =>
      expect(hand.getByRole('region', { name: '已解困' })).toBeVisible(SOON),
    ),
    measured('texts of the release', since, () => expect.poll(() => count('已救出'), SOON).toBeGreaterThan(0)),
  ]);
  const [callback] = await query<{ callback_id: string; status: string }>(
    'SELECT callback_id, job_status AS status FROM callback WHERE equipment_no = $1',
    [unit.equipmentNo],
  );
  await dispatcher.goto(`/detail/callback?callbackId=${callback?.callback_id}`);
  await expect(dispatcher.getByText('有人被困')).toHaveCount(0);
  await expect(dispatcher.getByText(/被困人员已于 .+ 救出/)).toBeVisible();

  since = Date.now();
  await trap(unit, true);
  await seen('second entrapment', since, online, (page) => expect(strip(page)).toBeVisible(SOON));
  await measured('second entrapment: page of the call-out', since, () =>
    expect(dispatcher.getByRole('main').getByText('有人被困').first()).toBeVisible(SOON),
  );
  await measured('texts of the second start', since, () =>
    expect.poll(() => count('有人被困'), SOON).toBeGreaterThan(first.length),
  );

  // Whoever has no connection is told so, and told nothing else; back again, the second one is there.
  await expect(staff.getByText(/与服务器的连接自 .+ 起中断/)).toBeVisible({ timeout: 30_000 });
  await expect(strip(staff)).toHaveCount(0);
  await expect
    .poll(() => Date.now() - lostAt, { timeout: (OFFLINE_SEC + 10) * 1000 })
    .toBeGreaterThan(OFFLINE_SEC * 1000);
  since = Date.now();
  await staff.context().setOffline(false);
  await seen('back again', since, [['staff, list of units', staff]], (page) => expect(strip(page)).toBeVisible(SOON));
  await expect(staff.getByText(/与服务器的连接自 .+ 起中断/)).toHaveCount(0);

  since = Date.now();
  await trap(unit, false);
  await seen('freed again', since, everybody, (page) => expect(strip(page)).toHaveCount(0, SOON));

  // Closed on the phone, where nobody is asked for a release that the box told.
  await press(hand, '完成召修');
  const close = hand.getByRole('form', { name: '完成召修' });
  await close.getByRole('combobox', { name: /^关闭原因/ }).click();
  await hand.getByRole('option', { name: '设备问题' }).click();
  await close.getByRole('combobox', { name: /^设备问题部位/ }).click();
  await hand.getByRole('option', { name: '门系统' }).click();
  await close.getByRole('textbox', { name: /^处理情况/ }).fill('更换门锁触点');
  await close.getByRole('combobox', { name: /^设备是否恢复运行/ }).click();
  await hand.getByRole('option', { name: '已恢复运行' }).click();
  since = Date.now();
  await close.getByRole('button', { name: '完成召修' }).click();
  await expect(hand.getByText('召修已完成，谢谢。')).toBeVisible();
  await seen('closed', since, [['dispatcher, page of the call-out', dispatcher]], (page) =>
    expect(page.locator('header').getByText('召修关闭')).toBeVisible(SOON),
  );
  const kept = await query<{ source: string }>(
    'SELECT release_source AS source FROM entrapment WHERE equipment_no = $1 ORDER BY id',
    [unit.equipmentNo],
  );
  expect(kept.map(({ source }) => source)).toEqual(['box', 'box']);
});
