import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mailLogList } from '@/components/mails/mail-log-list';
import { MailLogScreen } from '@/components/mails/mail-log-screen';
import { MessageLogTabs } from '@/components/mails/log-tabs';
import type { MailLogRow } from '@/lib/features/mails/contract';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const failed: MailLogRow = {
  id: '1',
  createDate: '2026-11-21 09:00:00',
  toAddress: 'w***@example.com',
  kind: 'maintenance',
  subject: '维保记录 M1',
  content: '您好\n附件为维保记录',
  attachments: ['维保记录M1.pdf'],
  username: 'cn10246',
  state: 'FAILED',
  sentDate: null,
  error: '550 no such user',
  tries: 1,
};
const sent: MailLogRow = { ...failed, id: '2', createDate: '2026-11-21 09:01:00', state: 'SENT', error: null };
const ROWS = [failed, sent];
const show = (who = holder(0, 'SIM_MESSAGE_READ', 'SIM_MESSAGE_WRITE')) =>
  renderList(<MailLogScreen first={firstOf(mailLogList, ROWS)} holder={who} tabs={<MessageLogTabs log="mail" />} />, {
    'mailLog/query': () => ({ code: 200, data: pageOf(ROWS) }),
  });

afterEach(() => jest.restoreAllMocks());

it('stands beside the text messages, each at its own address', async () => {
  show();
  await answered();
  expect(screen.getByRole('tab', { name: '邮件' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: '短信' })).toHaveAttribute('href', '/smsLogList');
  expect(screen.getByRole('tab', { name: '邮件' })).toHaveAttribute('href', '/smsLogList?tab=mail');
});

it('shows what an e-mail says, line by line, and its files', async () => {
  show();
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '查看：2026-11-21 09:00:00 维保记录 M1' }));
  const dialog = await screen.findByRole('dialog', { name: '邮件详情' });
  for (const text of ['您好', '附件为维保记录', '维保记录M1.pdf', '550 no such user'])
    expect(within(dialog).getByText(text)).toBeVisible();
});

it('a failed one is sent again after a question, for who may; others are not', async () => {
  const { asked } = show();
  await answered();
  expect([/09:00:00/, /09:01:00/].map(actionsOf)).toEqual([['查看', '重发'], ['查看']]);
  await userEvent.click(screen.getByRole('button', { name: '重发：2026-11-21 09:00:00 维保记录 M1' }));
  const dialog = await screen.findByRole('alertdialog', { name: '重发邮件' });
  expect(dialog).toHaveTextContent('将向 w***@example.com 重新发送该邮件。');
  await userEvent.click(within(dialog).getByRole('button', { name: '重发' }));
  await waitFor(() => expect(asked('mailLog/resend')).toEqual([{ id: '1' }]));
  expect(await screen.findByText('操作成功')).toBeInTheDocument();
});
