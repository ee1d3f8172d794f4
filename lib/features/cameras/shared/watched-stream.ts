import type { OpenPlayer, Player, PlayerOptions } from '@/lib/live/video/browser/player';
import type { StreamEnd } from '@/lib/live/video/browser/stream-loader';
import { VIDEO_TIMES } from '@/lib/live/video/stream-protocol';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';
import { note } from '@/lib/platform/local-log/recorder';
import { claimClientId, type ClaimedId } from '../client-id';
import { closeVideo, getVideoUrl, startVideo } from '../contract';
import { NamedTimers } from '../named-timers';
import type { OpenedFrom } from '../value-sets';
import { RATES, START, type VideoState, type VideoUnit, type VideoView, type WatchedVideo } from './video-state';

interface Options {
  readonly unit: VideoUnit;
  readonly openedFrom: OpenedFrom;
  readonly openPlayer: OpenPlayer;
}

const PLAY_ERROR = 500;

/** The close call of the dialog before. It must not close a session that reuses its id. */
let closing: Promise<unknown> = Promise.resolve();

/** One dialog's stream from its opening to its end, with all its timers (doc2 §4.6, §9). */
export class WatchedStream {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new NamedTimers();
  readonly #beforeEnd = new Set<() => void>();
  #state = START;
  #video: HTMLVideoElement | undefined;
  #onTimeUp: () => void = () => undefined;
  #player: Player | undefined;
  #client: Promise<ClaimedId> | undefined;
  /** Counts requests: an answer to an older one is ignored. */
  #asked = 0;
  #cameraId: string | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#cameraId = options.unit.cameraId;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly read = () => this.#state;

  /** Called before a picture goes away, for any reason: its recording ends. */
  readonly beforeEnd = (listener: () => void) => {
    this.#beforeEnd.add(listener);
    return () => void this.#beforeEnd.delete(listener);
  };

  /** @param onTimeUp the five minutes are over */
  start(video: HTMLVideoElement, onTimeUp: () => void): void {
    this.#video = video;
    this.#onTimeUp = onTimeUp;
    video.addEventListener('playing', this.#onPlaying);
    video.addEventListener('ended', this.#onEnded);
    window.addEventListener('pagehide', this.#onPageHide);
    this.stayOpen();
    void this.#open();
  }

  /** Ends the stream and tells the server. */
  stop(): void {
    this.#drop();
    this.#timers.clear('close');
    this.#video?.removeEventListener('playing', this.#onPlaying);
    this.#video?.removeEventListener('ended', this.#onEnded);
    window.removeEventListener('pagehide', this.#onPageHide);
    this.#video = undefined;
    this.#release();
    this.#state = START;
  }

  /** Restarts the five minutes: at the opening, and with a talk. */
  stayOpen(): void {
    this.#set({ closesAt: Date.now() + VIDEO_TIMES.closeMs });
    this.#timers.set('close', VIDEO_TIMES.closeMs, () => this.#onTimeUp());
  }

  retry(): void {
    void this.#open();
  }

  watch(watched: WatchedVideo): void {
    this.#set({ watched });
    void this.#open();
  }

  chooseCamera(cameraId: string): void {
    this.#cameraId = cameraId;
    this.#set({ watched: START.watched });
    void this.#open();
  }

  /** Continues, live when live is watched; or pauses the picture. */
  togglePlay(): void {
    const video = this.#video;
    if (!video || this.#state.view !== 'playing') return;
    if (!this.#state.isPaused) {
      video.pause();
      return this.#set({ isPaused: true });
    }
    const { buffered } = video;
    if (this.#state.watched.kind === 'live' && buffered.length > 0)
      video.currentTime = Math.max(video.currentTime, buffered.end(buffered.length - 1) - 0.5);
    video.play().catch(() => undefined);
    this.#set({ isPaused: false });
  }

  /**
   * The next playback speed of a recording; after the fastest comes the normal one. @returns false when no recording
   * plays
   */
  nextRate(): boolean {
    const { view, watched, rate } = this.#state;
    if (!this.#video || view !== 'playing' || watched.kind !== 'record') return false;
    const next = RATES.find((one) => one > rate) ?? 1;
    this.#video.playbackRate = next;
    this.#set({ rate: next });
    return true;
  }

  /** The fields that every call of this session sends. */
  async call() {
    const { unit, openedFrom } = this.#options;
    this.#client ??= closing.then(() => claimClientId(unit.equipmentNo));
    const client = await this.#client;
    client.keep();
    const cameraId = this.#state.camera?.cameraId ?? this.#cameraId;
    return { equipmentNo: unit.equipmentNo, clientId: client.id, openedFrom, ...(cameraId ? { cameraId } : {}) };
  }

  async #open(): Promise<void> {
    this.#drop();
    const asked = this.#asked;
    this.#set({ view: 'loading', isPaused: false, rate: 1, failure: undefined, code: 0 });
    try {
      const url = this.#state.watched.kind === 'live' ? await this.#askLive(asked) : await this.#askRecord(asked);
      if (url !== undefined && asked === this.#asked) this.#play(url);
    } catch (failure) {
      if (asked === this.#asked) this.#set({ view: 'refused', failure });
    }
  }

  /** @returns the address; undefined when there is nothing to play, or the dialog has moved on */
  async #askLive(asked: number): Promise<string | undefined> {
    const call = { ...(await this.call()), cameraId: this.#cameraId };
    if (asked !== this.#asked) return undefined;
    const { video_status: status, url, cameraId, cameras, isSpecial } = await callSms(getVideoUrl, call);
    if (asked !== this.#asked) return undefined;
    this.#set({ cameras, isSpecial, camera: cameras.find((one) => one.cameraId === cameraId) });
    if (status !== '02') {
      this.#set({ view: status === '00' ? 'notInstalled' : 'offline' });
      return undefined;
    }
    const address = Object.values(url)[0]?.http_flv;
    return address ?? callSms(startVideo, { ...(await this.call()), businessType: 'real' });
  }

  async #askRecord(asked: number): Promise<string | undefined> {
    const { watched } = this.#state;
    const call = await this.call();
    if (watched.kind === 'live' || asked !== this.#asked) return undefined;
    const { type: businessType, beginTime, endTime } = watched;
    return callSms(startVideo, { ...call, businessType, beginTime, endTime });
  }

  #play(url: string): void {
    const video = this.#video;
    if (!video) return;
    const isRecord = this.#state.watched.kind === 'record';
    const mine = this.#asked;
    const ifMine =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A) => {
        if (mine === this.#asked) act(...args);
      };
    const options: PlayerOptions = {
      video,
      url,
      isRecord,
      getToken: async () => (await callSms(getSocketToken, {})).token,
      onData: ifMine(() => {
        // A recorded range arrives as fast as it is read, and then pauses.
        if (isRecord) this.#timers.clear('data');
        else this.#timers.set('data', VIDEO_TIMES.noDataMs, () => this.#fail('offline'));
      }),
      onEnd: ifMine((end) => this.#onStreamEnd(end)),
      onUnplayable: ifMine(() => this.#fail('failed', PLAY_ERROR)),
      onUnsupported: ifMine(() => this.#fail('unsupported')),
    };
    this.#timers.set('data', VIDEO_TIMES.noDataMs, () => this.#fail('offline'));
    this.#timers.set('start', VIDEO_TIMES.playTimeoutMs, () => this.#fail('failed', PLAY_ERROR));
    if (!isRecord) this.#timers.set('again', VIDEO_TIMES.requestAgainMs, () => void this.#askAgain());
    this.#player = this.#options.openPlayer(options);
  }

  /** The address ends with its session: the live stream is requested again every 15 minutes. */
  async #askAgain(): Promise<void> {
    const asked = this.#asked;
    try {
      const url = await callSms(startVideo, { ...(await this.call()), businessType: 'real' });
      if (asked !== this.#asked) return;
      this.#drop();
      this.#play(url);
    } catch (failure) {
      if (asked !== this.#asked) return;
      this.#drop();
      this.#set({ view: 'refused', failure });
    }
  }

  #onStreamEnd(end: StreamEnd): void {
    this.#timers.clear('data');
    note('info', 'video', `stream ${end.kind}`, end.kind === 'refused' ? { status: end.status } : undefined);
    if (end.kind === 'refused') {
      if (end.status === 404) this.#fail('offline');
      else this.#fail('failed', end.status);
    } else if (this.#state.watched.kind === 'live') this.#fail('offline');
  }

  readonly #onPlaying = () => {
    if (!this.#player) return;
    this.#timers.clear('start');
    if (this.#state.view === 'loading') this.#set({ view: 'playing' });
  };

  readonly #onEnded = () => {
    if (this.#player && this.#state.watched.kind === 'record') this.#fail('over');
  };

  readonly #onPageHide = () => this.#release(true);

  #fail(view: VideoView, code = 0): void {
    note(view === 'over' ? 'info' : 'warn', 'video', `${this.#options.unit.equipmentNo} ${view}`, { code });
    this.#drop();
    this.#set({ view, code, isPaused: false });
  }

  /** Drops the running request, the picture and all timers. */
  #drop(): void {
    this.#asked += 1;
    if (this.#player) for (const listener of this.#beforeEnd) listener();
    this.#player?.close();
    this.#player = undefined;
    this.#timers.clear('data', 'start', 'again');
  }

  #release(isLeaving = false): void {
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    closing = client
      .then(({ id, release }) => {
        release();
        return callSms(closeVideo, { clientId: id }, { keepalive: isLeaving });
      })
      // When this call fails, the session ends by itself.
      .catch(() => undefined);
  }

  #set(change: Partial<VideoState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
