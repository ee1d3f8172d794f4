'use client';

import { parseAsBoolean, useQueryState } from 'nuqs';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { AlarmPlayer } from '@/lib/platform/client/alarm-sound';
import { saveEquipmentWarn } from '@/lib/features/campus/contract';
import type { WallDisplayType } from '@/lib/features/campus/value-sets';
import { campusImageHref } from '@/lib/features/campus/value-sets';
import { ErrorBook } from '@/lib/features/campus/error-book';
import { WarnBook } from '@/lib/features/campus/warn-book';
import { ESCALATOR_TYPES } from '@/lib/live/units/value-sets';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import type { NoticeChannelOptions } from '@/lib/features/notifications/use-notice-channel';
import { hrefOf } from '@/lib/routes';
import { callSms } from '@/lib/platform/client/client';
import { useVideo } from '@/components/video/use-video';
import { CareStrip, NobodyInNeed } from './care-strip';
import type { MessageLinks } from '../messages/message-links';
import { MessageTabs } from '../messages/message-tabs';
import { MessageRecord } from './message-record';
import { NeedsCare } from './needs-care';
import { SettingsDialog } from '../settings/settings-dialog';
import { SoundStrip } from '../messages/sound-strip';
import { SummaryPanel } from './summary-panel';
import { TileGrid } from './tile-grid';
import type { TileWatcher } from '../tiles/unit-tile-props';
import { ToastCards } from '../messages/toast-cards';
import { useFullScreen } from './use-full-screen';
import { useMessages } from '../messages/use-messages';
import { useSound } from '../messages/use-sound';
import { useTabHidden } from '../use-tab-hidden';
import { useWall } from './use-wall';
import type { WallConnection, WallData } from './use-wall';
import { WallCover } from './wall-cover';
import { WallHeader } from './wall-header';
import styles from './campus-screen.module.css';
import { saveCampusView } from '@/lib/features/campus/contract';
import { may } from '@/lib/platform/contract/access';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Holder } from '@/lib/platform/contract/authorities';
import { queryIncidents } from '@/lib/features/incidents/contract';

/** What the user may open from the wall; decided on the server from the route table. */
export interface WallLinks {
  /** Route of the live page by kind; absent: not built, or not permitted. */
  readonly live: Readonly<Partial<Record<WallDisplayType, string>>>;
  readonly hasEquipmentList: boolean;
  readonly messages: MessageLinks;
}

interface Props {
  readonly data: WallData;
  readonly links: WallLinks;
  readonly username: string;
  readonly holder: Holder;
  /** The wall of the airport project's users: its own rules, a message record, 120 s until it is called disconnected (doc3 §2.2). */
  readonly variant?: 'main' | 'custom';
  /** How the page reaches the live server; the portal's own when absent. */
  readonly connection?: WallConnection;
  readonly noticeConnection?: NoticeChannelOptions;
  /** How the alarm is made; the browser's own sound when absent. */
  readonly makeAlarm?: () => AlarmPlayer;
}

/** The variant is patient with its data (doc3 §4.2), ms. */
const CUSTOM_STALE_MS = 120_000;

/** The monitoring wall (doc3 §2.1). `data` is what the server knew when it rendered; the rest follows live. */
export function CampusScreen({
  data,
  links,
  username,
  holder,
  variant = 'main',
  connection,
  noticeConnection,
  makeAlarm,
}: Props) {
  const isCustom = variant === 'custom';
  const wall = useWall(data, isCustom ? { staleAfterMs: CUSTOM_STALE_MS, ...connection } : connection);
  const sound = useSound(wall.view?.basic.mute === 1, makeAlarm);
  const messages = useMessages(sound.play, noticeConnection);
  const watcher = useWatcher(sound.play);
  // The screens that are made of the same wall lead here to set it up.
  const [isSetting, setIsSetting] = useQueryState('settings', parseAsBoolean.withDefault(false));
  const wallVideo = useVideo(holder, 'wall');
  const noticeVideo = useVideo(holder, 'notice');
  const { status, link, units, statusOf, size, pageIndex, pages, isTurning, turnTo } = wall;
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const { isFull, toggle } = useFullScreen();
  const isHidden = useTabHidden();
  usePageKeys(pageIndex, pages, turnTo);
  // The control answers at once, a hundred tiles right after it.
  const arrangement = useDeferredValue(wall.arrangement);
  useNewsOrder(messages.stirred, wall.orderSoon);
  const { live, hasEquipmentList } = links;
  const hrefOfUnit = useCallback(
    (displayType: WallDisplayType, equipmentNo: string) => {
      const route = live[displayType];
      return route === undefined ? undefined : hrefOf(route, { equipmentNo });
    },
    [live],
  );
  const hrefOfEvent = useCallback(
    ({ equipmentNo, equipmentType }: ToastEvent) => {
      const kind =
        units.find((unit) => unit.equipmentNo === equipmentNo)?.displayType ??
        (ESCALATOR_TYPES.some((code) => code === equipmentType) ? 'ES' : 'EV');
      return hrefOfUnit(kind, equipmentNo);
    },
    [units, hrefOfUnit],
  );
  const background = campusImageHref(wall.view?.basic.background ?? null);
  const isEmpty = status === 3 || status === 4;
  const mayChange = may(holder, saveCampusView);
  const onSettings = mayChange ? () => void setIsSetting(true) : undefined;
  const hasPanel = isPanelOpen && status !== 4;
  return (
    <div
      className={styles.wall}
      data-far-sight=""
      data-full={isFull || undefined}
      data-status={status}
      data-panel={hasPanel || undefined}
      data-paused={isHidden || link !== LIVE_STATE.live || undefined}
      style={background ? { backgroundImage: `url("${background}")` } : undefined}
    >
      <WallHeader
        wall={wall}
        renderedAt={data.at}
        isFull={isFull}
        onFull={toggle}
        isPanelOpen={hasPanel}
        onPanel={() => setIsPanelOpen(!isPanelOpen)}
        sound={sound}
        onSettings={onSettings}
      />
      <SoundStrip sound={sound} />
      {hasPanel && (
        <SummaryPanel
          wall={wall}
          listHref={
            hasEquipmentList ? (type, equipmentType) => hrefOf('equipmentlist', { type, equipmentType }) : undefined
          }
        >
          <NeedsCare units={units} statusOf={statusOf} isStale={wall.isStale} />
          {isCustom ? (
            <MessageRecord username={username} links={links.messages} news={messages.items} />
          ) : (
            <MessageTabs
              messages={messages}
              holder={holder}
              links={links.messages}
              hrefOfEvent={hrefOfEvent}
              onVideo={noticeVideo.open}
            />
          )}
        </SummaryPanel>
      )}
      <div className={styles.stage}>
        {!isEmpty && (
          <div className={styles.tiles} inert={status !== 0}>
            {wall.isCare && <CareStrip onChoose={onSettings} />}
            {wall.isCare && units.length === 0 && !isTurning ? (
              <NobodyInNeed connections={wall.connections} />
            ) : (
              <TileGrid
                units={units}
                statusOf={statusOf}
                size={size}
                pageIndex={pageIndex}
                pages={pages}
                isTurning={isTurning}
                arrangement={arrangement}
                projects={wall.projects}
                seesIncidents={may(holder, queryIncidents)}
                seesCallouts={hasAny(holder, ['CALLBACK_READ'])}
                turnTo={turnTo}
                hrefOfUnit={hrefOfUnit}
                isCustom={isCustom}
                watcher={watcher}
                onVideo={wallVideo.open}
              />
            )}
          </div>
        )}
        <WallCover status={status} onRetry={wall.retry} />
        <ToastCards
          deck={messages.deck}
          hrefOf={hrefOfEvent}
          onAcknowledge={messages.acknowledge}
          onVideo={noticeVideo.open}
        />
      </div>
      {wallVideo.dialog}
      {noticeVideo.dialog}
      {isSetting && mayChange && <SettingsDialog sound={sound} onClose={() => void setIsSetting(null)} />}
    </div>
  );
}

/** What the tiles find out goes on from here: a new error sounds, a suspicion is told to the server once an episode (doc3 §4.3, §4.4). */
function useWatcher(onAlarm: () => void): TileWatcher {
  const [book] = useState(
    () => new WarnBook((equipmentNo, warnDesc) => callSms(saveEquipmentWarn, { equipmentNo, warnDesc })),
  );
  useEffect(() => () => book.close(), [book]);
  const [watcher] = useState<TileWatcher>(() => {
    const errors = new ErrorBook();
    return {
      seeError: (equipmentNo, hasError) => {
        if (errors.isNew(equipmentNo, hasError)) onAlarm();
      },
      seeSuspicion: (equipmentNo, warnDesc) => book.see(equipmentNo, warnDesc),
    };
  });
  return watcher;
}

/** News of any unit may bring one of another page to the front. */
function useNewsOrder(stirred: number, orderSoon: () => void) {
  const latest = useRef(orderSoon);
  useEffect(() => {
    latest.current = orderSoon;
  });
  useEffect(() => {
    if (stirred > 0) latest.current();
  }, [stirred]);
}

/** Arrow keys turn the page, unless they belong to a menu or a field. */
function usePageKeys(pageIndex: number, pages: number, turnTo: (pageIndex: number) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = pageIndex + step;
      const isOurs =
        !event.altKey &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.shiftKey &&
        !(
          event.target instanceof Element &&
          event.target.closest('input, textarea, select, [role="menu"], [role="dialog"]')
        );
      if (step !== 0 && isOurs && next >= 1 && next <= pages) turnTo(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [pageIndex, pages, turnTo]);
}
