import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import {
  LiveTopicsContext,
  useConnectionState,
  useIsDenied,
  useLastMessageAt,
  useLiveEntry,
  useLiveStatus,
  useLiveValue,
} from '@/lib/live/realtime/browser/store';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import type { LiveConnectionOptions } from '@/lib/live/realtime/browser/use-live-connection';
import { FakeSocket } from '../../../unit/live/realtime/support/fake-socket';

const draws: Record<string, number> = {};
const drawn = (name: string) => (draws[name] = (draws[name] ?? 0) + 1);

function Value({ equipmentNo, name }: { equipmentNo: string; name: string }) {
  drawn(`${equipmentNo}/${name}`);
  return <output data-testid={`${equipmentNo}/${name}`}>{String(useLiveValue(equipmentNo, name))}</output>;
}

function message(
  equipmentNo: string,
  responseType: 'snapshot' | 'change',
  status: Record<string, { value: unknown; at: number; secondary?: string[] }>,
  timestamp = 1000,
) {
  return { equipmentNo, equipmentType: 'YAE_ELT', responseType, timestamp, status };
}

const shown = (id: string) => screen.getByTestId(id).textContent;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  for (const name of Object.keys(draws)) delete draws[name];
});
afterEach(() => jest.useRealTimers());

describe('live values', () => {
  it('render only the components whose values have changed', () => {
    const topics = new LiveTopics();
    render(
      <LiveTopicsContext value={topics}>
        <Value equipmentNo="1" name="door" />
        <Value equipmentNo="1" name="load" />
        <Value equipmentNo="2" name="door" />
      </LiveTopicsContext>,
    );
    act(() =>
      topics.apply(message('1', 'snapshot', { door: { value: 'Closed', at: 1 }, load: { value: 'Empty', at: 1 } })),
    );
    act(() => topics.apply(message('1', 'change', { door: { value: 'Opening', at: 2 } })));
    act(() => topics.apply(message('1', 'change', { load: { value: 'Empty', at: 5 } })));
    expect([shown('1/door'), shown('1/load'), shown('2/door')]).toEqual(['Opening', 'Empty', 'undefined']);
    expect(draws).toEqual({ '1/door': 3, '1/load': 2, '2/door': 1 });
  });

  it('merge by the time of measurement; a snapshot replaces what was there', () => {
    const topics = new LiveTopics();
    topics.apply(message('1', 'snapshot', { door: { value: 'Closed', at: 10 }, alarm: { value: 'On', at: 10 } }));
    topics.apply(message('1', 'change', { door: { value: 'Opened', at: 9 } }));
    expect(topics.entry('1', 'door')?.value).toBe('Closed');
    topics.apply(message('1', 'snapshot', { door: { value: 'Opened', at: 9 } }));
    expect([topics.entry('1', 'door')?.value, topics.entry('1', 'alarm')]).toEqual(['Opened', undefined]);
  });

  it('come with time and extra members, and with the time of the last message', () => {
    const topics = new LiveTopics();
    function Mode() {
      const mode = useLiveEntry('1', 'mode');
      return (
        <p data-testid="mode">{`${String(mode?.value)} ${mode?.secondary?.join() ?? ''} ${Object.keys(useLiveStatus('1')).join()} ${useLastMessageAt('1')}`}</p>
      );
    }
    render(
      <LiveTopicsContext value={topics}>
        <Mode />
      </LiveTopicsContext>,
    );
    expect(shown('mode')).toBe('undefined   null');
    act(() => topics.apply(message('1', 'snapshot', { mode: { value: 'N', at: 1, secondary: ['JAB'] } })));
    expect(shown('mode')).toBe('N JAB mode 1000000');
  });

  it("are dated with the server's clock", () => {
    const topics = new LiveTopics();
    topics.apply(message('1', 'snapshot', {}, 1_090_000));
    topics.apply(message('1', 'change', {}, 1_089_000));
    expect(topics.serverNow()).toBe(1_090_000);
  });
});

describe('the connection of a page', () => {
  function setUp() {
    const topics = new LiveTopics();
    const sockets: FakeSocket[] = [];
    const options: LiveConnectionOptions = {
      getToken: async () => 'token',
      openSocket: (settings) => {
        const socket = new FakeSocket(settings);
        sockets.push(socket);
        return socket;
      },
    };
    const last = () => {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    };
    const lists = () =>
      last()
        .events('rtc')
        .map((list) => (list as { equipmentNo: string }[]).map(({ equipmentNo }) => equipmentNo));
    function Tile({ numbers, onMessage }: { numbers: string[]; onMessage?: LiveConnectionOptions['onMessage'] }) {
      const { state, retry } = useLiveConnection(
        numbers.map((equipmentNo) => ({ equipmentNo })),
        { ...options, onMessage, refusals: 'cover' },
      );
      const isDenied = useIsDenied(numbers[0] ?? '');
      return <button type="button" onClick={retry}>{`${numbers.join()}: ${state}${isDenied ? ' denied' : ''}`}</button>;
    }
    const Page = ({ children }: { children: React.ReactNode }) => (
      <StrictMode>
        <LiveTopicsContext value={topics}>{children}</LiveTopicsContext>
      </StrictMode>
    );
    const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
    return { topics, sockets, last, lists, Tile, Page, settle };
  }

  it('is shared by all components, subscribes to all their units, and closes with the last of them', async () => {
    const { sockets, last, lists, Tile, Page, settle } = setUp();
    const page = render(
      <Page>
        <Tile numbers={['1']} />
        <Tile numbers={['2', '1']} />
      </Page>,
    );
    await settle();
    act(() => last().goLive());
    expect(sockets).toHaveLength(1);
    expect(lists()).toEqual([['1', '2']]);
    expect(screen.getByText('1: 0')).toBeInTheDocument();
    page.rerender(
      <Page>
        <Tile numbers={['1']} />
      </Page>,
    );
    await settle(100);
    expect(lists().at(-1)).toEqual(['1']);
    page.rerender(
      <Page>
        <p>other page</p>
      </Page>,
    );
    await settle(500);
    expect(last().isDisconnected).toBe(false);
    await settle(1000);
    expect(last().isDisconnected).toBe(true);
    await settle(120_000);
    expect(sockets).toHaveLength(1);
  });

  it('is kept when the next page needs it within a second', async () => {
    const { sockets, last, lists, Tile, Page, settle } = setUp();
    const page = render(
      <Page>
        <Tile key="a" numbers={['1']} />
      </Page>,
    );
    await settle();
    act(() => last().goLive());
    page.rerender(
      <Page>
        <Tile key="b" numbers={['3']} />
      </Page>,
    );
    await settle(2000);
    expect([sockets.length, last().isDisconnected, lists().at(-1)]).toEqual([1, false, ['3']]);
  });

  it('hands each component the messages of its own units', async () => {
    const { last, Tile, Page, settle } = setUp();
    const heard = jest.fn();
    render(
      <Page>
        <Tile numbers={['1']} onMessage={heard} />
        <Tile numbers={['2']} />
      </Page>,
    );
    await settle();
    act(() => last().goLive());
    act(() => last().sendValue('2'));
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ equipmentNo: '1', responseType: 'snapshot' });
  });

  it('says which unit is denied, and a retry asks again', async () => {
    const { sockets, last, Tile, Page, settle } = setUp();
    render(
      <Page>
        <Tile numbers={['1']} />
      </Page>,
    );
    await settle();
    act(() => {
      last().receive('connect');
      last().receive('authorize', { code: 200, message: 'success' });
      last().receive('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['1'] });
    });
    expect(screen.getByText('1: 4 denied')).toBeInTheDocument();
    act(() => screen.getByRole('button').click());
    await settle();
    expect(screen.getByText('1: 1')).toBeInTheDocument();
    act(() => last().goLive());
    expect([sockets.length, screen.getByRole('button').textContent]).toEqual([2, '1: 0']);
  });

  it('asks for a new snapshot when the page is shown again, and replaces a socket that stays silent', async () => {
    const { sockets, last, lists, Tile, Page, settle } = setUp();
    render(
      <Page>
        <Tile numbers={['1']} />
      </Page>,
    );
    await settle();
    act(() => last().goLive());
    const show = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    show(true);
    await settle(30_000);
    act(() => show(false));
    expect(lists()).toHaveLength(2);
    act(() => last().sendValue());
    await settle(6000);
    expect(sockets).toHaveLength(1);
    show(true);
    await settle(30_000);
    act(() => show(false));
    await settle(5100);
    expect(sockets).toHaveLength(2);
  });

  it('notices that the machine slept', async () => {
    const { last, lists, Tile, Page, settle } = setUp();
    render(
      <Page>
        <Tile numbers={['1']} />
      </Page>,
    );
    await settle();
    act(() => last().goLive());
    jest.setSystemTime(Date.now() + 3_600_000);
    await settle(5100);
    expect(lists()).toHaveLength(2);
  });

  it('waits no longer when the network is back', async () => {
    const { sockets, last, Tile, Page, settle } = setUp();
    render(
      <Page>
        <Tile numbers={['1']} />
      </Page>,
    );
    for (let error = 0; error < 8; error += 1) {
      await settle(30_000);
      act(() => last().receive('connect_error'));
    }
    const count = sockets.length;
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect(sockets).toHaveLength(count + 1);
  });

  it('shows its state to components that ask for it', () => {
    const topics = new LiveTopics();
    const State = () => <p data-testid="state">{useConnectionState()}</p>;
    render(
      <LiveTopicsContext value={topics}>
        <State />
      </LiveTopicsContext>,
    );
    act(() => topics.setState(2));
    expect(shown('state')).toBe('2');
  });
});
