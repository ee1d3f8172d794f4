import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jobList } from '@/components/jobs/job-list';
import { JobListScreen } from '@/components/jobs/job-list-screen';
import type { JobRow } from '@/lib/features/jobs/contract';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const dead: JobRow = {
  id: '7',
  name: 'facts-today',
  state: 'DEAD',
  attempts: 6,
  maxAttempts: 6,
  createDate: '2026-11-21 09:00:00',
  runAt: '2026-11-21 10:05:00',
  lastError: 'no room on the disk',
  done: 2000,
  total: 100_000,
};
const newer: JobRow = {
  ...dead,
  id: '8',
  name: 'of-a-newer-version',
  state: 'RETRYING',
  attempts: 1,
  lastError: null,
  done: null,
  total: null,
};

const show = (answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<JobListScreen first={firstOf(jobList, [dead, newer])} holder={holder(0, 'SUPER_MASTER')} />, {
    'job/query': () => ({ code: 200, data: pageOf([dead, newer]) }),
    ...answers,
  });

describe('jobs', () => {
  it('are called by what they do, one of a newer version by its own name, with tries, progress and error', async () => {
    show();
    await answered();
    const row = within(screen.getByRole('row', { name: /当日运行数据统计/ }));
    for (const text of ['已放弃', '6 / 6', '2,000 / 100,000', 'no room on the disk'])
      expect(row.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /of-a-newer-version/ })).toHaveTextContent('重试中');
  });

  it('are repeated only when they were given up, after a question', async () => {
    const { asked } = show({ 'job/repeat': () => ({ code: 200, data: null }) });
    await answered();
    expect(actionsOf(/当日运行数据统计/)).toEqual(['详情', '重新执行']);
    expect(actionsOf(/of-a-newer-version/)).toEqual(['详情']);
    await userEvent.click(screen.getByRole('button', { name: '重新执行：当日运行数据统计' }));
    const dialog = await screen.findByRole('alertdialog', { name: '重新执行任务' });
    expect(dialog).toHaveTextContent('当日运行数据统计将重新开始');
    await userEvent.click(within(dialog).getByRole('button', { name: '重新执行' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    await waitFor(() => expect(asked('job/query').length).toBeGreaterThan(0));
    expect(asked('job/repeat')).toEqual([{ id: '7' }]);
  });

  it('say why they could not be repeated', async () => {
    show({
      'job/repeat': () => ({ code: 409, message: '只能重新执行已放弃的任务', error: 'conflict' }),
    });
    await answered();
    await userEvent.click(screen.getByRole('button', { name: '重新执行：当日运行数据统计' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: '重新执行任务' })).getByRole('button', {
        name: '重新执行',
      }),
    );
    expect(await screen.findByText('只能重新执行已放弃的任务')).toBeInTheDocument();
  });
});
