import { DemoScreens } from '@/lib/programs/simulator/screens';
import { secretOf } from '@/lib/programs/simulator/secret';
import { content, notice } from '../../features/screens/support/content';

/** The demo's screens beat like the page of a screen, so that the demo shows them online. */

const KEY = 'k'.repeat(32);

describe('the demo’s screens', () => {
  afterEach(() => jest.restoreAllMocks());

  it('beat by keys of the fleet, tell what they show, and stop for good when their key has ended', async () => {
    const beats: Record<string, unknown>[] = [];
    const lines: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      beats.push({ url, ...(JSON.parse(String(init?.body)) as object) });
      const told = beats.at(-1) as { shown: string[] };
      if (told.shown.length > 0) return new Response('{}', { status: 401 });
      if (beats.length === 1) return Response.json({ data: content({ notices: [notice('a')] }) });
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('x'))),
      );
    });
    const log = (line: string) => {
      lines.push(line);
      end();
    };
    const screens = new DemoScreens({ numbers: ['S-1'], key: KEY, url: 'http://portal', log });
    screens.start();
    await ended;
    screens.stop();
    expect(beats[0]).toMatchObject({
      url: 'http://portal/sms/screen/v1/beat',
      screenNo: 'S-1',
      key: secretOf(KEY, 'S-1'),
    });
    expect(beats.at(-1)).toMatchObject({ mark: 'm1', showing: 'a', shown: ['a'] });
    expect(lines).toEqual(['screen S-1: its key has ended']);
  });
});
