import type { ScreenContent } from '@/lib/features/screens/contract';
import {
  NOTHING_HEARD,
  ScreenPlayer,
  type BeatFailure,
  type BeatReport,
} from '@/lib/features/screens/player/screen-player';
import { reloadMoment } from '@/lib/features/screens/player/nightly-reload';
import { at, content, notice } from './support/content';

/** A linked screen with a server, a clock and timers of the test's own (api.md §2.26). */

interface Beat {
  readonly told: BeatReport;
  readonly signal: AbortSignal;
  readonly answer: (content: ScreenContent) => Promise<void>;
  readonly fail: (failure: BeatFailure) => Promise<void>;
}
const settled = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

function setUp(screenNo = 'L-1') {
  let time = 500;
  let timers: { due: number; run: () => void }[] = [];
  const beats: Beat[] = [];
  const heard = { contents: 0, reloads: 0 };
  const player = new ScreenPlayer(screenNo, {
    send: (told, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        beats.push({
          told,
          signal,
          answer: (of) => (resolve(of), settled()),
          fail: (failure) => (reject(failure), settled()),
        });
      }),
    failureOf: (error) => (error instanceof Error ? { kind: 'failed' } : (error as BeatFailure)),
    steady: () => time,
    random: () => 1,
    later: (ms, run) => {
      const timer = { due: time + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    onContent: () => (heard.contents += 1),
    reload: () => (heard.reloads += 1),
  });
  const pass = async (ms: number) => {
    const until = time + ms;
    for (;;) {
      const [next] = timers.filter(({ due }) => due <= until).sort((one, other) => one.due - other.due);
      if (!next) break;
      time = Math.max(time, next.due);
      timers = timers.filter((each) => each !== next);
      next.run();
      await settled();
    }
    time = until;
  };
  const last = () => {
    const beat = beats.at(-1);
    if (!beat) throw new Error('no beat');
    return beat;
  };
  const picture = () => {
    const now = player.state().picture;
    return now?.kind === 'notice' ? now.notice.noticeId : now?.kind;
  };
  /** As the page does. */
  const draw = async () => {
    const now = player.state().picture;
    if (now) player.drawn(now);
    await settled();
  };
  player.subscribe(() => undefined);
  return { player, beats, heard, pass, last, picture, draw, timers: () => timers.length };
}

describe('a linked screen', () => {
  it('beats with the mark of what it has, and tells at once what it shows for the first time', async () => {
    const { player, beats, last, draw } = setUp();
    player.start();
    expect(last().told).toEqual({ mark: undefined, waitSec: 25, showing: null, shown: [] });
    await last().answer(content({ notices: [notice('a')] }));
    expect(last().told).toMatchObject({ mark: 'm1', showing: null, shown: [] });
    await draw();
    expect(last().told).toMatchObject({ mark: 'm1', showing: 'a', shown: ['a'] });
    await last().answer(content({ notices: [notice('a')] }));
    const told = beats.length;
    await draw();
    expect(beats.length).toBe(told);
  });

  it('tells the notices that took turns, each once, and asks no more often for that', async () => {
    const { player, beats, last, draw, pass, picture } = setUp();
    player.start();
    const of = content({ notices: [notice('a'), notice('b')] });
    await last().answer(of);
    const seen: (string | undefined)[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      seen.push(picture());
      await draw();
      // The answer comes when the beat has waited for half a turn.
      await pass(5000);
      await last().answer({ ...of, at: of.at + 5000 + turn * 10_000 });
      await pass(5000);
    }
    expect(new Set(seen)).toEqual(new Set(['a', 'b']));
    expect(beats.flatMap(({ told }) => told.shown).sort()).toEqual(['a', 'b']);
    expect(beats.length).toBeLessThan(12);
  });

  it('whose notices take turns waits for a server that answers late, and sees that its link is lost', async () => {
    const { player, beats, last, draw, pass } = setUp();
    player.start();
    const of = content({ notices: [notice('a'), notice('b')] });
    const wait = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await draw();
        await pass(10_000);
      }
    };
    await last().answer(of);
    await wait(2);
    const asked = beats.length;
    // Each of the two is new once; the beat that tells both waits on.
    expect([last().told.shown, last().signal.aborted]).toEqual([expect.arrayContaining(['a', 'b']), false]);
    await wait(2);
    expect([beats.length, player.state().isLinkLost]).toEqual([asked, false]);
    await wait(1);
    expect([beats[asked - 1]?.signal.aborted, player.state().isLinkLost]).toEqual([true, true]);
  });

  it('shows an urgent notice over a normal one, and by its own clock the normal one again', async () => {
    const { player, last, pass, picture } = setUp();
    player.start();
    await last().answer(content({ notices: [notice('a')] }));
    expect(picture()).toBe('a');
    const urgent = notice('u', { priority: 'urgent', endTime: at('12:05:00') });
    await last().answer(content({ mark: 'm2', notices: [notice('a'), urgent] }));
    expect(picture()).toBe('u');
    await last().fail({ kind: 'failed' });
    await pass(4 * 60_000 + 59_000);
    expect(picture()).toBe('u');
    await pass(1000);
    expect(picture()).toBe('a');
  });

  it('keeps the text for trapped persons over a lost link until it is told otherwise', async () => {
    const { player, last, pass, picture, draw } = setUp();
    player.start();
    await last().answer(content({ comfort: true, powerOn: '06:00', powerOff: '07:00' }));
    expect(picture()).toBe('comfort');
    await draw();
    expect(last().told.showing).toBe('comfort');
    await last().fail({ kind: 'failed' });
    await pass(26 * 3_600_000);
    expect(picture()).toBe('comfort');
    expect(player.state().isLinkLost).toBe(true);
    expect(last().told.waitSec).toBe(0);
    await last().answer(content({ mark: 'm2', powerOn: '06:00', powerOff: '07:00' }));
    expect([picture(), player.state().isLinkLost]).toEqual(['off', false]);
  });

  it('tries again later and later, as late as the server says, and at once when the network is back', async () => {
    const { player, beats, last, pass } = setUp();
    player.start();
    for (const [index, waitMs] of [1000, 2000, 4000].entries()) {
      expect(beats.length).toBe(index + 1);
      await last().fail({ kind: 'failed' });
      await pass(waitMs - 1);
      expect(beats.length).toBe(index + 1);
      await pass(1);
    }
    await last().fail({ kind: 'failed', retryAfterMs: 60_000 });
    await pass(59_999);
    expect(beats.length).toBe(4);
    player.networkChanged();
    await settled();
    expect(beats.length).toBe(5);
  });

  it('gives up a beat that nobody answers, and says that the link is lost', async () => {
    const { player, beats, pass } = setUp();
    player.start();
    await pass(34_999);
    expect(beats[0]?.signal.aborted).toBe(false);
    await pass(1);
    expect([beats[0]?.signal.aborted, player.state().isLinkLost]).toEqual([true, true]);
  });

  it('does not ask without a pause where a server answers at once', async () => {
    const { player, beats, last, pass } = setUp();
    player.start();
    await last().answer(content());
    await last().answer(content());
    expect(beats.length).toBe(2);
    await pass(1000);
    expect(beats.length).toBe(3);
  });

  it('whose key is refused shows nothing of what it had, tries the key every minute, and goes on when it is taken', async () => {
    const { player, beats, last, pass, picture } = setUp();
    player.start();
    const of = content({ notices: [notice('a'), notice('b')] });
    await last().answer(of);
    await last().fail({ kind: 'refused' });
    expect(player.state()).toEqual({ ...NOTHING_HEARD, isRefused: true });
    await pass(59_999);
    expect(beats.length).toBe(2);
    await pass(1);
    expect(last().told).toMatchObject({ mark: undefined, showing: null, shown: [] });
    await last().fail({ kind: 'failed' });
    expect([player.state().isRefused, picture()]).toEqual([true, undefined]);
    await pass(60_000);
    await last().answer(of);
    expect([player.state().isRefused, ['a', 'b'].includes(picture() ?? '')]).toEqual([false, true]);
  });

  it('stops for good when its key was refused for hours', async () => {
    const { player, beats, last, pass, timers } = setUp();
    player.start();
    for (let refusal = 1; refusal <= 360; refusal += 1) {
      expect(player.state().hasEnded).toBe(false);
      await last().fail({ kind: 'refused' });
      await pass(60_000);
    }
    await pass(3_600_000);
    expect([player.state().hasEnded, beats.length, timers()]).toEqual([true, 360, 0]);
  });

  it('shows what it kept before any answer, by the clock that it kept', async () => {
    const { player, picture, last } = setUp();
    const kept = content({ notices: [notice('a', { endTime: at('12:10:00') })] });
    player.start({ content: kept, now: at('12:09:00') });
    expect(picture()).toBe('a');
    expect(last().told.mark).toBe('m1');
    await last().answer({ ...kept, at: at('12:11:00'), notices: [] });
    expect(picture()).toBe('idle');
  });

  it('is loaded anew at night when the server has answered, and not while persons are trapped', async () => {
    const { player, last, heard } = setUp('SCR-7');
    const moment = reloadMoment('SCR-7', at('03:00:00'));
    player.start();
    await last().answer(content({ at: moment - 60_000 }));
    await last().answer(content({ mark: 'm2', at: moment, comfort: true }));
    expect(heard.reloads).toBe(0);
    await last().answer(content({ mark: 'm3', at: moment + 1000 }));
    expect(heard.reloads).toBe(1);
  });

  it('forgets the notices that its content holds no more', async () => {
    const { player, beats, last, draw, pass } = setUp();
    player.start();
    for (const [index, notices] of [[notice('a')], [], [notice('a')]].entries()) {
      await last().answer(content({ mark: `m${index}`, notices }));
      await draw();
      await last().answer(content({ mark: `m${index}`, notices }));
      await pass(1000);
    }
    expect(beats.flatMap(({ told }) => told.shown)).toEqual(['a', 'a']);
  });

  it('holds no more after a month than after an hour', async () => {
    const { player, last, pass, draw, timers } = setUp();
    player.start();
    let now = at('04:00:00');
    const sizes = new Set<number>();
    for (let beat = 0; beat < 3000; beat += 1) {
      await last().answer(
        content({ mark: `m${beat}`, at: now, notices: [notice(`n${beat}`), notice(`n${beat + 1}`)] }),
      );
      await draw();
      await pass(5000);
      now = at('04:00:00') + ((beat * 25_000) % 3_600_000);
      if (beat > 10) sizes.add(timers());
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
    expect(last().told.shown.length).toBeLessThanOrEqual(2);
  });
});
