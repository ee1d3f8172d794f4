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
import type { NoticeChannelOptions } from '@/lib/features/notifications/shared/use-notice-channel';
import { hrefOf } from '@/lib/routes';
import { callSms } from '@/lib/platform/client/client';
import { useVideo } from '@/components/video/shared/use-video';
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
import { useFullScreen } from '@/components/kit/layout/use-full-screen';
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

/** What the user may open from the wall. The server decides it from the route table. */
export interface WallLinks {
  /** Route of the live page by kind; absent: the page does not exist or is not permitted. */
  readonly live: Readonly<Partial<Record<WallDisplayType, string>>>;
  readonly hasEquipmentList: boolean;
  readonly messages: MessageLinks;
}

interface Props {
  readonly data: WallData;
  readonly links: WallLinks;
  readonly username: string;
  readonly holder: Holder;
  /**
   * The wall of the airport project's users: own rules, a message record, and "disconnected" only after 120 s (doc3
   * §2.2).
   */
  readonly variant?: 'main' | 'custom';
  /** How the page connects to the live server; default: the portal's own. */
  readonly connection?: WallConnection;
  readonly noticeConnection?: NoticeChannelOptions;
  /** Creates the alarm; default: the browser's own sound. */
  readonly makeAlarm?: () => AlarmPlayer;
}

/** This variant waits longer before data counts as old (doc3 §4.2), ms. */
const CUSTOM_STALE_MS = 120_000;

/** The monitoring wall (doc3 §2.1). `data` is what the server read while rendering; everything after comes live. */
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
  // Screens that consist of the same wall link here for its settings.
  const [isSetting, setIsSetting] = useQueryState('settings', parseAsBoolean.withDefault(false));
  const wallVideo = useVideo(holder, 'wall');
  const noticeVideo = useVideo(holder, 'notice');
  const { status, link, units, statusOf, size, pageIndex, pages, isTurning, turnTo } = wall;
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const { isFull, toggle } = useFullScreen();
  const isHidden = useTabHidden();
  usePageKeys(pageIndex, pages, turnTo);
  // The control changes at once; the hundred tiles follow.
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

/**
 * Handles what the tiles detect: a new error sounds, and a suspicion is reported to the server once an episode (doc3
 * §4.3, §4.4).
 */
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

/** A message of any unit may move one from another page to the front. */
function useNewsOrder(stirred: number, orderSoon: () => void) {
  const latest = useRef(orderSoon);
  useEffect(() => {
    latest.current = orderSoon;
  });
  useEffect(() => {
    if (stirred > 0) latest.current();
  }, [stirred]);
}

/** The arrow keys turn the page, except in a menu or a field. */
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
