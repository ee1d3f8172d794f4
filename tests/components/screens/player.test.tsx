import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScreenPage } from '@/components/screens/player/screen-page';
import type { ScreenContent } from '@/lib/features/screens/contract';
import { playerTexts } from '@/lib/features/screens/player-texts';
import { answerCalls, renderApp, type Call } from '../support/render';

/** The page of a screen in a car or at a landing (silent-screens A9): linked once, it shows what it hears. */

const DAY = 24 * 3_600_000;
const contentOf = (change: Partial<ScreenContent> = {}): ScreenContent => ({
  mark: 'm1',
  at: Date.now(),
  comfort: false,
  comfortTexts: { zh: '请保持镇静', en: 'Please stay calm' },
  volume: 0,
  brightness: 60,
  powerOn: null,
  powerOff: null,
  notices: [
    { noticeId: 'n1', text: '明早检修', startTime: Date.now() - DAY, endTime: Date.now() + DAY, priority: 'normal' },
  ],
  ...change,
});
type Answer = { code: number; error?: string; data?: unknown };
/** Each beat takes the next answer; behind the last one they wait for ever. */
function serve(beats: Answer[], link: (call: Call) => Answer = () => ({ code: 200, data: { key: 'KEY' } })): Call[] {
  return answerCalls((call) => {
    if (call.path === 'screen/v1/link') return link(call);
    return beats.shift() ?? new Promise<Answer>(() => undefined);
  });
}
const isKept = () => ['sms.screen', 'sms.screen-content'].map((name) => localStorage.getItem(name) !== null);
const keepScreen = (content?: ScreenContent) => {
  localStorage.setItem('sms.screen', JSON.stringify({ screenNo: 'L-1', key: 'KEY' }));
  if (content) localStorage.setItem('sms.screen-content', JSON.stringify({ screenNo: 'L-1', content, aheadMs: 0 }));
};
const show = () => renderApp(<ScreenPage texts={playerTexts()} />);

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('[MISC-015] the page of a screen', () => {
  it('asks for number and code in both languages, says what was wrong, and shows its notices from then on', async () => {
    const codes = ['11111111', '01234567'];
    const calls = serve([{ code: 200, data: contentOf() }], ({ body }) =>
      body.code === codes[1] ? { code: 200, data: { key: 'KEY' } } : { code: 400, error: 'invalid_grant' },
    );
    show();
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(/^屏编号 Screen number/), ' L-1');
    for (const code of codes) {
      await user.type(screen.getByLabelText(/^接入码 Code/), `${code}{Enter}`);
      if (code === codes[0])
        expect(await screen.findByRole('alert')).toHaveTextContent('接入码错误或已失效 The code is wrong or has ended');
    }
    expect(await screen.findByText('明早检修')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('link')).map(({ body }) => body.screenNo)).toEqual(['L-1', 'L-1']);
    expect(calls.find(({ path }) => path.endsWith('beat'))?.body).toMatchObject({ screenNo: 'L-1', key: 'KEY' });
    expect(isKept()).toEqual([true, true]);
  });

  it('shows after a power cut what it heard last, though no server answers, and says so', async () => {
    keepScreen(contentOf());
    serve([{ code: 503 }, { code: 503 }]);
    show();
    const notice = await screen.findByText('明早检修');
    expect(await screen.findByText('连接中断')).toBeVisible();
    expect(screen.getByText('No connection')).toBeVisible();
    expect(notice.closest('[style]')).toHaveStyle({ filter: 'brightness(60%)' });
    expect(isKept()).toEqual([true, true]);
  });

  it('shows trapped persons both texts in full light and nothing else, over a lost link, too', async () => {
    keepScreen();
    const comfort = contentOf({ comfort: true, powerOn: '00:00', powerOff: '00:01' });
    const calls = serve([{ code: 200, data: comfort }, { code: 503 }, { code: 503 }]);
    show();
    const text = await screen.findByRole('alert');
    // It has lost its link: it tries again.
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ waitSec: 0 }));
    await waitFor(() => expect(text).toHaveTextContent('请保持镇静Please stay calm'));
    expect([text.querySelector('[lang="zh-CN"]'), text.querySelector('[lang="en"]')]).not.toContain(null);
    expect(screen.getByRole('main')).toHaveTextContent(/^请保持镇静Please stay calm$/);
    expect(text.closest('[style]')).toBeNull();
  });

  it('whose key is refused shows nothing of what it had and asks for a code, and shows again what it hears when the key is taken', async () => {
    keepScreen(contentOf());
    const content = contentOf();
    serve([
      { code: 401, error: 'invalid_token' },
      { code: 200, data: content },
    ]);
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('此屏的密钥已失效，请重新接入');
    expect(screen.getByLabelText(/^屏编号/)).toHaveValue('L-1');
    expect(screen.queryByText('明早检修')).toBeNull();
    expect(isKept()).toEqual([true, false]);
    // The network is back: it does not wait for its minute.
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('明早检修')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(isKept()).toEqual([true, true]);
  });

  it('says that a notice is urgent, in both languages', async () => {
    keepScreen();
    const [notice] = contentOf().notices;
    serve([{ code: 200, data: contentOf({ notices: notice ? [{ ...notice, priority: 'urgent' }] : [] }) }]);
    show();
    expect(await screen.findByText('紧急通知')).toBeVisible();
    expect(screen.getByText('Urgent')).toBeVisible();
  });
});
