'use client';

import { parseAsInteger, useQueryState } from 'nuqs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  countCampusErrors,
  countConnected,
  getCampusView,
  pageCampusEquipment,
  saveCampusSize,
} from '@/lib/features/campus/contract';
import type {
  CampusEquipment,
  CampusPage,
  CampusView,
  ConnectionCounts,
  FaultCounts,
  WallSource,
} from '@/lib/features/campus/contract';
import { campusSizeOf } from '@/lib/features/campus/value-sets';
import type { CampusSize, WallGrouping, WallOrder } from '@/lib/features/campus/value-sets';
import type { WallProject } from '@/lib/features/campus/arrangement';
import { SameRows } from '@/lib/features/campus/same-rows';
import { WALL_STATUS, wallStatus } from '@/lib/features/campus/wall-status';
import type { WallStatus } from '@/lib/features/campus/wall-status';
import { batchEquipmentStatus } from '@/lib/features/equipment/contract';
import type { StatusEntry } from '@/lib/features/equipment/contract';
import type { LiveState } from '@/lib/live/realtime/browser/client-types';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import type { LiveConnectionOptions } from '@/lib/live/realtime/browser/use-live-connection';
import { callSms } from '@/lib/platform/client/client';
import { useFocusProjects, useSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { Heartbeat } from '../heartbeat';
import { useArrangement } from './use-arrangement';
import type { Arrangement } from './use-arrangement';
import { useReconnected } from '../use-reconnected';
import { useWallRefresh } from '../use-wall-refresh';

/** What the server read while rendering; null: the browser asks itself. */
export interface WallData {
  /** The focus projects that narrow the wall. */
  readonly focus: string | null;
  readonly view: CampusView | null;
  readonly pageIndex: number;
  readonly page: CampusPage | null;
  readonly source: WallSource;
  /** The query of the page and, when requested, the projects of its units. */
  readonly group: WallGrouping;
  readonly order: WallOrder;
  readonly projects: readonly WallProject[] | null;
  readonly statuses: readonly StatusEntry[] | null;
  readonly connections: ConnectionCounts | null;
  readonly faults: FaultCounts | null;
  /** Server time of rendering, epoch ms. */
  readonly at: number;
}

/** A count, or the fact that it failed. */
export type CountResult<T> = T | 'failed' | undefined;

export interface Wall {
  readonly status: WallStatus;
  readonly view: CampusView | undefined;
  /** No units were chosen: the wall shows those that need care, worst first (readings 124). */
  readonly isCare: boolean;
  /** The connection is lost. What is shown may be old, so nothing may be called normal (readings 122). */
  readonly isStale: boolean;
  readonly units: readonly CampusEquipment[];
  readonly statusOf: ReadonlyMap<string, StatusEntry>;
  readonly pageIndex: number;
  readonly pages: number;
  readonly total: number;
  readonly size: CampusSize;
  readonly isTurning: boolean;
  /** The arrangement of the tiles. The viewer's choice is kept in the address (readings 146). */
  readonly arrangement: Arrangement;
  /** The projects of the page's units; undefined in one grid, and until the first page in groups has arrived. */
  readonly projects: readonly WallProject[] | undefined;
  readonly connections: CountResult<ConnectionCounts>;
  readonly faults: CountResult<FaultCounts>;
  readonly link: LiveState;
  readonly heartbeat: Heartbeat;
  readonly turnTo: (pageIndex: number) => void;
  readonly changeSize: (size: CampusSize) => Promise<void>;
  /** An event may bring other units to the front: ask for the order of several pages again. */
  readonly orderSoon: () => void;
  readonly retry: () => void;
}

export type WallConnection = Omit<LiveConnectionOptions, 'onMessage'>;

const NO_UNITS: readonly CampusEquipment[] = [];

/** The wall's data: page, states, counts, and the live connection that keeps them current (doc3 §4.1, §4.2, §7.14). */
export function useWall(data: WallData, connection?: WallConnection): Wall {
  // The server may have rendered with another focus than this browser's.
  const isOwn = useFocusProjects() === data.focus;
  const rendered = useMemo(
    () => ({
      page: data.page && {
        source: data.source,
        equipmentList: data.page,
        ...(data.projects ? { projects: data.projects.map(asAnswered) } : {}),
      },
      statuses: data.statuses && [...data.statuses],
    }),
    [data],
  );
  const first = <T>(value: T | null) => ({
    fallbackData: isOwn && value !== null ? value : undefined,
    revalidateOnMount: !isOwn || value === null,
  });
  const [requested, setRequested] = useQueryState(
    'page',
    parseAsInteger.withDefault(1).withOptions({ history: 'replace' }),
  );
  const pageIndex = Math.max(1, requested);
  const arrangement = useArrangement(() => void setRequested(1));
  const { group, order } = arrangement;
  const viewCall = useSms(getCampusView, {}, first(data.view));
  const [chosenSize, setChosenSize] = useState<CampusSize>();
  const size = chosenSize ?? campusSizeOf(viewCall.data?.basic.campusViewSize);
  const isFirstPage =
    pageIndex === data.pageIndex &&
    size === campusSizeOf(data.view?.basic.campusViewSize) &&
    group === data.group &&
    order === data.order;
  const pageCall = useHeldSms(
    pageCampusEquipment,
    // One grid by place is the default answer of the call.
    {
      pageIndex,
      pageSize: size,
      ...(group === 'none' ? {} : { group }),
      ...(order === 'position' ? {} : { order }),
    },
    isFirstPage ? first(rendered.page) : {},
  );
  const page = pageCall.data?.equipmentList;
  const [kept] = useState(() => new SameRows<CampusEquipment>());
  const units = useMemo(() => kept.of(page?.records ?? NO_UNITS), [kept, page]);
  const isCare = pageCall.data?.source === 'care';

  const numbers = units.map(({ equipmentNo }) => equipmentNo);
  const isFirstList =
    data.statuses !== null &&
    isFirstPage &&
    numbers.join() === data.page?.records.map(({ equipmentNo }) => equipmentNo).join();
  const statusCall = useSms(
    batchEquipmentStatus,
    numbers.length > 0 ? { equipmentNoList: numbers } : null,
    isFirstList ? first(rendered.statuses) : {},
  );
  // Another page or order shows the known states until its own are read, so that no cover appears over the wall.
  const [lastStatuses, setLastStatuses] = useState(statusCall.data);
  if (statusCall.data !== undefined && statusCall.data !== lastStatuses) setLastStatuses(statusCall.data);
  const statuses = statusCall.data ?? (statusCall.error ? undefined : lastStatuses);
  const statusOf = useMemo(() => new Map((statuses ?? []).map((entry) => [entry.equipmentNo, entry])), [statuses]);
  const connectionCall = useSms(countConnected, {}, first(data.connections));
  const faultCall = useSms(countCampusErrors, {}, first(data.faults));

  const [heartbeat] = useState(() => new Heartbeat());
  const refresh = useWallRefresh({
    refreshAll: () => void statusCall.mutate(),
    refreshUnits: (equipmentNoList) => void refreshSome(statusCall.mutate, statuses, equipmentNoList),
    refreshCounts: () => void Promise.allSettled([connectionCall.mutate(), faultCall.mutate()]),
    refreshOrder: () => {
      if (isCare || order === 'worst') pageCall.refresh();
    },
  });
  const isOrdered = order === 'worst' && page !== undefined && page.total > page.records.length;
  const { state: link, retry: reconnect } = useLiveConnection(
    units.map(({ equipmentNo, equipmentType, companyCode }) => ({
      equipmentNo,
      equipmentType,
      companyCode: companyCode || undefined,
    })),
    {
      ...connection,
      onMessage: (message) => {
        heartbeat.beat();
        refresh.current?.onMessage(message);
      },
    },
  );
  useReconnected(link, () => refresh.current?.onReconnect());

  // The wall became shorter, or the address was edited: show the last page instead of an empty one.
  useEffect(() => {
    if (page && page.total > 0 && page.records.length === 0 && pageIndex > page.pages) void setRequested(page.pages);
  }, [page, pageIndex, setRequested]);

  const turnTo = useCallback((next: number) => void setRequested(next), [setRequested]);
  const failureText = useFailureText();
  const changeSize = async (next: CampusSize) => {
    if (next === size) return;
    setChosenSize(next);
    void setRequested(1);
    try {
      await callSms(saveCampusSize, { campusViewSize: next });
    } catch (error) {
      setChosenSize(size);
      toast.error(failureText(error));
    }
  };

  const hasFailed = pageCall.error !== undefined || (statusCall.error !== undefined && !statuses);
  const status = wallStatus({
    mayRead: viewCall.error?.code !== 403,
    total: page?.total,
    isCare,
    hasStatuses: units.every(({ equipmentNo }) => statusOf.has(equipmentNo)) || statuses !== undefined,
    hasFailed,
    link,
  });
  return {
    status,
    isCare,
    isStale: status === WALL_STATUS.disconnected,
    view: viewCall.data,
    units,
    statusOf,
    pageIndex,
    size,
    isTurning: pageCall.isStale,
    arrangement,
    projects: pageCall.data?.projects,
    orderSoon: () => {
      if (isOrdered) refresh.current?.orderSoon();
    },
    link,
    heartbeat,
    changeSize,
    turnTo,
    pages: page ? Math.ceil(page.total / size) : 0,
    total: page?.total ?? 0,
    connections:
      connectionCall.data && !connectionCall.error ? connectionCall.data : connectionCall.error ? 'failed' : undefined,
    faults: faultCall.data && !faultCall.error ? faultCall.data : faultCall.error ? 'failed' : undefined,
    retry: () => {
      if (hasFailed) {
        pageCall.refresh();
        void statusCall.mutate();
      } else refresh.current?.onReconnect();
      reconnect();
    },
  };
}

const asAnswered = (project: WallProject) => ({ ...project, equipmentNos: [...project.equipmentNos] });

type MutateStatuses = (
  update: (held: StatusEntry[] | undefined) => StatusEntry[] | undefined,
  options: { revalidate: false },
) => Promise<unknown>;

/**
 * Reads the states of some units and adds them to the others. @param shown the server's first states, which no cache
 * holds yet
 */
async function refreshSome(mutate: MutateStatuses, shown: StatusEntry[] | undefined, equipmentNoList: string[]) {
  const fresh = await callSms(batchEquipmentStatus, { equipmentNoList }).catch(() => []);
  const byNo = new Map(fresh.map((entry) => [entry.equipmentNo, entry]));
  if (byNo.size > 0)
    await mutate((held) => (held ?? shown)?.map((entry) => byNo.get(entry.equipmentNo) ?? entry), {
      revalidate: false,
    });
}
