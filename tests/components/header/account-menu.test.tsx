import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FeedbackEntry } from '@/components/feedback/feedback-entry';
import { HeaderTools } from '@/components/header/header-tools';
import { answerCalls, renderApp } from '../support/render';
import { HEADER_TITLES } from '../support/titles';

jest.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({ refresh: () => undefined }) }));

const USER = { username: 'sh_dispatch', nickName: '调度', branchName: '上海分公司', userType: 2 } as const;
const PROFILE = {
  ...USER,
  email: null,
  phone: '13900000001',
  branchCode: 'B01',
  customerType: 0,
  projectbranchType: 2,
  createDate: '',
  inspection: 30,
  contract: 60,
};

async function open(entry: string, phone: string | null = PROFILE.phone) {
  answerCalls(({ path }) => ({
    code: 200,
    data:
      path === 'userInfo/getUserProfile' ? { user: { ...PROFILE, phone } } : path === 'userInfo/sessions' ? [] : null,
  }));
  renderApp(
    <HeaderTools
      titles={HEADER_TITLES}
      user={USER}
      accountEntries={<FeedbackEntry title="意见反馈" logTitle="本地日志" />}
    />,
  );
  const button = screen.getByRole('button', { name: /^账户菜单/ });
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
  expect(await screen.findByRole('dialog', { name: entry })).toBeVisible();
  return button;
}

afterEach(() => jest.restoreAllMocks());

it.each(['意见反馈', '个人信息', '修改密码'])(
  '%s takes the place of the account’s menu, and closing it leads back to the menu’s button',
  async (entry) => {
    const button = await open(entry);
    await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  },
);

it.each([
  ['13900000001', '13900000001'],
  [null, ''],
])('feedback starts with the account’s phone (%s)', async (phone, shown) => {
  await open('意见反馈', phone);
  expect(await screen.findByRole('textbox', { name: '联系电话' })).toHaveValue(shown);
});
