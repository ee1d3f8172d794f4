import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { query } from './support/ledger-boxes';
import { otherThan } from './support/outbox';
import { dataDir } from './support/data-dir';
import { account } from './support/stack';
import { test } from './support/test';

/** Every way in, as people and partner systems use it, on the running portal with its embedded outbox. */

const run = promisify(execFile);
const PERSONA = 'customerElite';
const PHONE = `139${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
const PARTNER = `e2e-${randomBytes(4).toString('hex')}`;
const FORCED = `forced_${randomBytes(3).toString('hex')}`;
const { username, password } = account(PERSONA);
let formerPhone: string | null = null;

/** The newest code in the outbox, read as its documentation says. */
async function codeFor(phone: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const { stdout } = await run(
          'npm',
          ['run', '-s', 'sms:outbox', '--', '--phone', phone, '--limit', '1', '--json'],
          {
            env: {
              ...process.env,
              DATA_DIR: dataDir,
              PG_PORT: process.env.E2E_PG_PORT ?? '5433',
              ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
            },
          },
        );
        code = /\d{6}/.exec((JSON.parse(stdout) as { text: string }[])[0]?.text ?? '')?.[0];
        return code;
      },
      { timeout: 30_000 },
    )
    .toMatch(/^\d{6}$/);
  return code ?? '';
}

const setPolicy = (value: object | null) =>
  value
    ? query(
        `INSERT INTO setting (key, value, update_date) VALUES ('signInPolicy', $1, now()) ON CONFLICT (key) DO UPDATE SET value = $1`,
        [JSON.stringify(value)],
      )
    : query(`DELETE FROM setting WHERE key = 'signInPolicy'`);
/** Lets the 60 seconds between two codes pass. */
const passMinute = async () => {
  await query(`DELETE FROM rate_counter WHERE key LIKE 'code:%'`);
  await query(`UPDATE verify_code SET sent_at = sent_at - interval '61 seconds' WHERE phone = $1`, [PHONE]);
};

async function signedInAs(page: Page): Promise<string | undefined> {
  const response = await page.request.get('/sms/userInfo/getUserProfile');
  return ((await response.json()) as { data?: { user?: { username: string } } }).data?.user?.username;
}

test.beforeAll(async () => {
  formerPhone =
    (await query<{ phone: string | null }>('SELECT phone FROM users WHERE username = $1', [username]))[0]?.phone ??
    null;
  await query('UPDATE users SET phone = $2 WHERE username = $1', [username, PHONE]);
  await query(
    `INSERT INTO users (username, username_lower, nick_name, phone, password_hash, password_at, must_reset, user_type, customer_type, branch_code, update_date)
     SELECT $1::text, lower($1::text), nick_name, NULL, password_hash, now(), true, user_type, customer_type, branch_code, now() FROM users WHERE username = $2`,
    [FORCED, username],
  );
  await query('INSERT INTO user_role (username, role) SELECT $1::text, role FROM user_role WHERE username = $2', [
    FORCED,
    username,
  ]);
});
test.beforeEach(passMinute);
test.afterAll(async () => {
  await setPolicy(null);
  await query('UPDATE users SET phone = $2, must_reset = false WHERE username = $1', [username, formerPhone]);
  for (const table of ['one_time_token', 'partner_user'])
    await query(`DELETE FROM ${table} WHERE partner_id = $1`, [PARTNER]);
  await query('DELETE FROM partner WHERE partner_id = $1', [PARTNER]);
  await query('DELETE FROM users WHERE username = $1', [FORCED]);
});

async function withPassword(page: Page, name: string, secret: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name="username"]').fill(name);
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('button[type="submit"]').click();
}

test('[AUTH-001] [AUTH-009] [AUTH-010] the card turns over, a code arrives, counts down over a reload, and signs in to the wanted page', async ({
  page,
}) => {
  await page.goto('/equipmentlist');
  await expect(page).toHaveURL(/\/login\?to=/);
  await page.getByRole('tab', { name: '验证码登录' }).click();
  await page.getByLabel('手机号码', { exact: true }).fill(PHONE);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/验证码将发送至 139\*{4}\d{4}/)).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: '验证码登录' }).click();
  await expect(page.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled();
  await page.getByLabel('手机号码', { exact: true }).fill(PHONE);
  const code = await codeFor(PHONE);
  await page.getByLabel('验证码', { exact: true }).fill(otherThan(code));
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码错误或已失效')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?to=/);
  expect(await signedInAs(page)).toBeUndefined();
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/equipmentlist/, { timeout: 20_000 });
  expect(await signedInAs(page)).toBe(username);
});

test('[AUTH-014] [AUTH-015] a policy of always asks for six digits after the password', async ({ page }) => {
  await setPolicy({ verify: 'always' });
  try {
    await withPassword(page, username, password);
    const dialog = page.getByRole('dialog', { name: '短信验证' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: /秒后重试/ })).toBeDisabled();
    await dialog.getByLabel('验证码').fill('12345');
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog.getByText('请输入验证码')).toBeVisible();
    expect(await serious(page)).toEqual([]);
    const code = await codeFor(PHONE);
    await dialog.getByLabel('验证码').fill(otherThan(code));
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog.getByText('验证码错误或已失效')).toBeVisible();
    expect(await signedInAs(page)).toBeUndefined();
    await dialog.getByLabel('验证码').fill(code);
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(page).not.toHaveURL(/\/login/, { timeout: 20_000 });
    expect(await signedInAs(page)).toBe(username);
  } finally {
    await setPolicy(null);
  }
});

test('[AUTH-020] [AUTH-004] an account without a phone renews its one-time password after the message of 3 seconds, and comes in with the new one', async ({
  page,
}) => {
  await withPassword(page, FORCED, password);
  await expect(page.getByText('首次登录请重置密码')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/resetPsw4Login\\?from=password&username=${FORCED}$`));
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="newPassword"]').fill('Quite-New-22');
  await page.locator('input[name="confirmation"]').fill('Quite-New-22');
  await page.keyboard.press('Enter');
  await expect(page.getByText('密码重置成功，3秒后返回登录')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await withPassword(page, FORCED, 'Quite-New-22');
  await expect(page).not.toHaveURL(/\/login/, { timeout: 20_000 });
});

test('[AUTH-020] [AUTH-004] a forced reset with a phone: the code goes to it, and the old password is gone', async ({
  page,
}) => {
  const phone = `138${PHONE.slice(3)}`;
  await query(
    'UPDATE users u SET phone = $2, must_reset = true, password_hash = p.password_hash FROM users p WHERE u.username = $1 AND p.username = $3',
    [FORCED, phone, username],
  );
  await withPassword(page, FORCED, password);
  await expect(page).toHaveURL(new RegExp(`/resetPsw4Login\\?from=sms&username=${FORCED}$`), { timeout: 10_000 });
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible();
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = await codeFor(phone);
  await page.getByLabel('验证码', { exact: true }).fill(otherThan(code));
  await page.locator('input[name="newPassword"]').fill('Newer-Still-33');
  await page.locator('input[name="confirmation"]').fill('Newer-Still-33');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码错误或已失效')).toBeVisible();
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/, { timeout: 10_000 });
  await withPassword(page, FORCED, password);
  await expect(page.getByText('账号或密码错误')).toBeVisible();
});

test('the reset page without an account leads to sign-in', async ({ page }) => {
  await page.goto('/resetPsw4Login');
  await expect(page).toHaveURL(/\/login$/);
});

test('[AUTH-002] [AUTH-003] a link signs in once; used again it says so and leads to /login', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = account('platformAdmin');
  const context = await browser.newContext({ baseURL });
  const tokens = (await (
    await context.request.post('/sms/signToken', {
      data: { type: 'password', username: admin.username, password: admin.password },
    })
  ).json()) as { data: { access_token: string } };
  const made = (await (
    await context.request.post('/sms/user/createLoginLink', {
      data: { username },
      headers: { authorization: `Bearer ${tokens.data.access_token}` },
    })
  ).json()) as { code: number; data: { fwtoken: string } };
  await context.close();
  expect(made.code).toBe(200);
  await page.goto(`/login?fwtoken=${made.data.fwtoken}`);
  await expect(page).not.toHaveURL(/\/login|fwtoken/, { timeout: 20_000 });
  expect(await signedInAs(page)).toBe(username);
  await page.context().clearCookies();
  await page.goto(`/login?fwtoken=${made.data.fwtoken}`);
  await expect(page.getByText('链接已失效')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/, { timeout: 10_000 });
  await expect(page.locator('input[name="username"]')).toBeVisible();
});

test("[AUTH-005] [AUTH-006] [AUTH-007] a partner's one-time token opens the wall, leaves the address, and is worth nothing afterwards", async ({
  page,
}) => {
  const secret = randomBytes(16).toString('hex');
  const { hash } = await import('@node-rs/argon2');
  await query(
    `INSERT INTO partner (partner_id, name, secret_hash, scopes, enabled, update_date) VALUES ($1, 'Tower', $2, '["token"]', true, now())`,
    [PARTNER, await hash(secret)],
  );
  await query('INSERT INTO partner_user (partner_id, username) VALUES ($1, $2)', [PARTNER, username]);
  const minted = (await (
    await page.request.post('/sms/thirdParty/token', {
      data: { username, path: '/campusview' },
      headers: { authorization: `Basic ${Buffer.from(`${PARTNER}:${secret}`).toString('base64')}` },
    })
  ).json()) as { code: number; data: { token: string } };
  expect(minted.code).toBe(200);
  // A link scanner looks at it first and must not use it up.
  await page.request.get(`/3rd/campusview?token=${minted.data.token}`);
  await page.goto(`/3rd/campusview?token=${minted.data.token}&keep=1`);
  await expect(page).toHaveURL(/\/campus\?keep=1$/, { timeout: 20_000 });
  expect(await signedInAs(page)).toBe(username);
  await page.context().clearCookies();
  await page.goto(`/3rd/campusview?token=${minted.data.token}`);
  await expect(page.getByText('链接已失效')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/, { timeout: 10_000 });
  await page.goto('/3rd/campusview');
  await expect(page).toHaveURL(/\/login$/);
});
