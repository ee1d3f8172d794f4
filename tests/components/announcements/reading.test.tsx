import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AnnouncementDetailScreen, AnnouncementGone } from '@/components/announcements/announcement-detail-screen';
import { AnnouncementList } from '@/components/announcements/shared/announcement-list';
import { noticeList } from '@/components/announcements/lists';
import { MustRead } from '@/components/announcements/must-read';
import { NoticeScreen } from '@/components/announcements/notice-screen';
import type { AnnouncementDetail, AnnouncementRow } from '@/lib/features/announcements/contract';
import { holder } from '@/tests/support/holder';
import { FakeSocket } from '../../unit/live/realtime/support/fake-socket';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { answerCalls, answered, renderApp } from '../support/render';

/** What readers see (silent-screens C). */

let pathname = '/announcement';
jest.mock('next/navigation', () => ({ usePathname: () => pathname, useRouter: () => ({ refresh: jest.fn() }) }));

const rowOf = (id: string, rest: Partial<AnnouncementRow> = {}): AnnouncementRow => ({
  id,
  title: `公告${id}`,
  message: `<p>正文${id}</p>`,
  createDate: '2026-11-20 09:00:00',
  receivingMethod: 1,
  readStatus: 0,
  publishDate: '2026-11-21 09:00:00',
  pinned: false,
  mustRead: false,
  ...rest,
});
const detailOf = (row: AnnouncementRow, rest: Partial<AnnouncementDetail> = {}): AnnouncementDetail => ({
  ...row,
  previousId: null,
  nextId: null,
  ...rest,
});
const READER = holder(1, 'ANNOUNCEMENT_READ');
const ROWS = [rowOf('一', { pinned: true, mustRead: true }), rowOf('二', { readStatus: 1 })];

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
  pathname = '/announcement';
});

describe('the list', () => {
  const show = (answers: Parameters<typeof renderList>[1] = {}) => {
    const sockets: FakeSocket[] = [];
    const shown = renderList(
      <NoticeScreen
        first={firstOf(noticeList, ROWS)}
        holder={READER}
        connection={{
          getToken: async () => 'token',
          openSocket: (settings) => {
            const socket = new FakeSocket(settings);
            sockets.push(socket);
            return socket;
          },
        }}
      />,
      { 'notification/webAnnouncementSearch': () => ({ code: 200, data: pageOf(ROWS) }), ...answers },
    );
    return { ...shown, sockets };
  };

  it('[ANN-001] shows unread ones bold with a dot, pinned ones with a pin, and opens each in a new tab', () => {
    show();
    const unread = screen.getByRole('row', { name: /公告一/ });
    expect(within(unread).getByText('公告一').closest('[data-unread]')).toHaveAttribute('data-unread', 'true');
    expect(within(unread).getByRole('img', { name: '置顶' })).toBeInTheDocument();
    expect(within(unread).getByText('未读 · 必读')).toBeInTheDocument();
    const read = screen.getByRole('row', { name: /公告二/ });
    expect(within(read).getByText('公告二').closest('[data-unread]')).toBeNull();
    const link = within(unread).getByRole('link', { name: '查看：公告一' });
    expect(link).toHaveAttribute('href', `/announcement?id=${encodeURIComponent('一')}`);
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('does not name an order that no column shows', () => {
    show();
    expect(document.querySelector('[data-sort="pinned desc"]')).toBeEmptyDOMElement();
  });

  it('marks all as read and says how many', async () => {
    const { asked } = show({ 'announcement/read': () => ({ code: 200, data: { updated: 1 } }) });
    await userEvent.click(screen.getByRole('button', { name: '全部已读' }));
    expect(await screen.findByText('已将 1 条标为已读')).toBeInTheDocument();
    expect(asked('announcement/read')).toEqual([{ all: true }]);
    await waitFor(() => expect(asked('notification/webAnnouncementSearch').length).toBeGreaterThan(0));
    await answered();
  });

  it('hears what is published meanwhile: it is named, and the list is read anew', async () => {
    const { asked, sockets } = show();
    await waitFor(() => expect(sockets).toHaveLength(1));
    const before = asked('notification/webAnnouncementSearch').length;
    act(() => {
      sockets[0]?.receive('connect');
      sockets[0]?.receive('authorize', { code: 200, message: 'success' });
      sockets[0]?.receive('instantMessage', {
        type: 'announcement',
        notificationId: '7',
        objectId: 'N',
        title: '新的公告',
        message: '',
        notificationDate: '2999-01-01 00:00:00',
        replay: false,
      });
    });
    expect(await screen.findByText('新公告：新的公告')).toBeInTheDocument();
    await waitFor(() => expect(asked('notification/webAnnouncementSearch').length).toBe(before + 1));
    await answered();
  });
});

describe('one announcement', () => {
  it('[NAV-043] stands under its title with its time, its text and its neighbours', () => {
    renderApp(<AnnouncementDetailScreen detail={detailOf(rowOf('二'), { previousId: '三', nextId: '一' })} />);
    expect(screen.getByRole('heading', { level: 1, name: '公告二' })).toBeInTheDocument();
    expect(screen.getByText('发布于 2026-11-21 09:00:00')).toBeInTheDocument();
    expect(screen.getByText('正文二')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '上一条：较新的公告' })).toHaveAttribute(
      'href',
      `/announcement?id=${encodeURIComponent('三')}`,
    );
    expect(screen.getByRole('link', { name: '下一条：较早的公告' })).toHaveAttribute(
      'href',
      `/announcement?id=${encodeURIComponent('一')}`,
    );
  });

  it('tells its editor that readers do not see it, and anybody else what the server says', () => {
    renderApp(<AnnouncementDetailScreen detail={detailOf(rowOf('二'), { state: 'DRAFT' })} />);
    expect(screen.getByText('该公告当前状态为草稿，读者不可见')).toBeInTheDocument();
    renderApp(<AnnouncementGone message="公告不存在或已撤回" />);
    expect(screen.getByText('公告不存在或已撤回')).toBeInTheDocument();
  });
});

describe('the tab of the wall', () => {
  const show = (who = holder(1, 'CAMPUS_VIEW_ANNOUNCEMENT_READ'), news?: string) => {
    const calls = answerCalls(({ path }) =>
      path.startsWith('announcement/') ? { code: 200, data: detailOf(rowOf('一')) } : { code: 200, data: pageOf(ROWS) },
    );
    const rendered = renderApp(<AnnouncementList holder={who} news={news} />);
    return { calls, rendered };
  };

  it('[NOTI-010] opens a dialog for who has the wall alone, and the page for who may open it', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: '打开公告：公告一' }));
    const dialog = await screen.findByRole('dialog', { name: '公告一' });
    expect(within(dialog).getByText('正文一')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
    await answered();
  });

  it('links to the page, and is read anew when something was published', async () => {
    const { calls, rendered } = show(READER);
    const link = await screen.findByRole('link', { name: /公告一/ });
    expect(link).toHaveAttribute('target', '_blank');
    const before = calls.length;
    rendered.unmount();
    renderApp(<AnnouncementList holder={READER} news="8 " />);
    await screen.findByRole('link', { name: /公告一/ });
    expect(calls.length).toBeGreaterThan(before);
    await answered();
  });
});

describe('what has to be read', () => {
  const show = (rows: readonly AnnouncementRow[]) => {
    const calls = answerCalls(({ path }) => {
      const found = rows.find(({ id }) => path === `announcement/${encodeURIComponent(id)}`);
      return { code: 200, data: found ? detailOf(found) : pageOf(rows) };
    });
    renderApp(<MustRead username="customer1" />);
    return () => calls.filter(({ path }) => path === 'notification/webAnnouncementSearch');
  };

  it('opens by itself, one after the other, and is asked for once', async () => {
    const asked = show([rowOf('一', { mustRead: true }), rowOf('二', { mustRead: true })]);
    const first = await screen.findByRole('dialog', { name: '公告一' });
    expect(asked()[0]?.body).toMatchObject({
      mustRead: true,
      readStatus: 0,
      sortField: 'publishDate',
      sortOrder: 'asc',
    });
    await userEvent.click(within(first).getByRole('button', { name: '知道了，下一条（1/2）' }));
    const second = await screen.findByRole('dialog', { name: '公告二' });
    await userEvent.click(within(second).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(asked()).toHaveLength(1);
    // The next page of the same tab does not ask again at once.
    renderApp(<MustRead username="customer1" />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 900)));
    expect(asked()).toHaveLength(1);
  });

  it('stays away from a wall, where nobody would close it', async () => {
    pathname = '/campus';
    const asked = show([rowOf('一', { mustRead: true })]);
    await act(() => new Promise((resolve) => setTimeout(resolve, 900)));
    expect(asked()).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
