import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SessionNote } from '@/components/dashboards/session-note';
import { answerCalls, answered, renderApp } from '../support/render';

/** A dashboard on a wall says in time that somebody has to sign in again (readings 235). */

const HOUR = 3_600_000;
const inHours = (hours: number) => Date.now() + hours * HOUR;

afterEach(() => jest.restoreAllMocks());

it('says nothing until three days before the session ends', () => {
  renderApp(<SessionNote endsAt={inHours(3 * 24 + 1)} />);
  expect(screen.queryByTestId('session-end')).toBeNull();
});

it('says when it ends, and takes the sign-in without leaving the page', async () => {
  const user = userEvent.setup();
  const calls = answerCalls(({ path }) =>
    path === 'signToken' ? { code: 401, message: '用户名或密码错误' } : { code: 200 },
  );
  renderApp(<SessionNote endsAt={Date.parse('2026-01-02T03:04:00+08:00')} />);
  expect(screen.getByTestId('session-end')).toHaveTextContent('登录将于 01-02 03:04 到期');
  await user.click(screen.getByRole('button', { name: '重新登录' }));
  const account = await screen.findByLabelText('账号 / 手机号码');
  await user.type(account, 'wall');
  await user.type(screen.getByLabelText('密码'), 'Geheim-1');
  await user.click(screen.getByRole('button', { name: '登录' }));
  await answered();
  expect(calls.some(({ body }) => body.username === 'wall')).toBe(true);
  expect(screen.getByTestId('session-end')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(screen.queryByLabelText('账号 / 手机号码')).toBeNull();
});
