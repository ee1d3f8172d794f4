'use client';

import { useMemo, useState } from 'react';
import { pageCampusEquipment } from '@/lib/features/campus/contract';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { CENTER_MOST, halvesOf } from '@/lib/features/campus/center';
import { WALL_STATUS, wallStatus } from '@/lib/features/campus/wall-status';
import type { WallStatus } from '@/lib/features/campus/wall-status';
import { batchEquipmentStatus } from '@/lib/features/equipment/contract';
import type { StatusEntry } from '@/lib/features/equipment/contract';
import type { LiveState } from '@/lib/live/realtime/browser/client-types';
import { useLiveConnection } from '@/lib/live/realtime/browser/use-live-connection';
import { callSms } from '@/lib/platform/client/client';
import { useFocusProjects, useSms } from '@/lib/platform/client/hooks';
import { Heartbeat } from '../heartbeat';
import type { WallConnection } from '../wall/use-wall';
import { useReconnected } from '../use-reconnected';
import { useWallRefresh } from '../use-wall-refresh';

/** What the server read while rendering; null: the browser asks itself. */
export interface CenterData {
  /** The focus projects that narrow the wall. */
  readonly focus: string | null;
  readonly units: readonly CampusEquipment[] | null;
  /** How many escalators the wall has, including those beyond the display limit. */
  readonly total: number;
  readonly statuses: readonly StatusEntry[] | null;
  /** Server time of rendering, epoch ms. */
  readonly at: number;
}

export interface Center {
  readonly status: WallStatus;
  readonly units: readonly CampusEquipment[];
  readonly halves: readonly [readonly CampusEquipment[], readonly CampusEquipment[]];
  /** How many escalators of the wall have no place on this screen. */
  readonly hidden: number;
  readonly statusOf: ReadonlyMap<string, StatusEntry>;
  readonly link: LiveState;
  readonly heartbeat: Heartbeat;
  readonly retry: () => void;
}

const QUESTION = { pageIndex: 1, pageSize: CENTER_MOST, displayType: 'ES' } as const;
const NO_UNITS: readonly CampusEquipment[] = [];

/** The escalators of the wall, their states, and the live connection that keeps them current while the page is open. */
export function useCenter(data: CenterData, connection?: WallConnection): Center {
  // The server may have rendered with another focus than this browser's.
  const isOwn = useFocusProjects() === data.focus && data.units !== null;
  const first = useMemo(() => firstOf(data), [data]);
  const pageCall = useSms(pageCampusEquipment, QUESTION, {
    fallbackData: isOwn ? first.page : undefined,
    revalidateOnMount: !isOwn,
  });
  const page = pageCall.data?.equipmentList;
  const units = page?.records ?? NO_UNITS;
  const numbers = units.map(({ equipmentNo }) => equipmentNo);
  const knowsStatuses = isOwn && numbers.join() === first.numbers && first.statuses !== null;
  const statusCall = useSms(batchEquipmentStatus, numbers.length > 0 ? { equipmentNoList: numbers } : null, {
    fallbackData: knowsStatuses ? (first.statuses ?? undefined) : undefined,
    revalidateOnMount: !knowsStatuses,
    keepPreviousData: true,
  });
  const statuses = statusCall.data;
  const statusOf = useMemo(() => new Map((statuses ?? []).map((entry) => [entry.equipmentNo, entry])), [statuses]);

  const [heartbeat] = useState(() => new Heartbeat());
  const refresh = useWallRefresh({
    refreshAll: () => void statusCall.mutate(),
    refreshUnits: (equipmentNoList) =>
      void refreshSome(equipmentNoList, (fresh) =>
        statusCall.mutate((held) => (held ?? statuses)?.map((entry) => fresh.get(entry.equipmentNo) ?? entry), {
          revalidate: false,
        }),
      ),
    // Its sums are of what it shows: nothing is asked for them.
    refreshCounts: () => undefined,
    refreshOrder: () => void pageCall.mutate(),
  });
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

  const hasFailed = (pageCall.error !== undefined && !page) || (statusCall.error !== undefined && !statuses);
  const status = wallStatus({
    mayRead: pageCall.error?.code !== 403,
    total: page?.total,
    isCare: false,
    hasStatuses: statuses !== undefined,
    hasFailed,
    link,
  });
  const halves = useMemo(() => halvesOf(units), [units]);
  return {
    status,
    units,
    halves,
    statusOf,
    link,
    heartbeat,
    hidden: Math.max(0, (page?.total ?? 0) - units.length),
    retry: () => {
      if (hasFailed || status === WALL_STATUS.disconnected) {
        void pageCall.mutate();
        void statusCall.mutate();
      }
      reconnect();
    },
  };
}

function firstOf({ units, statuses, total }: CenterData) {
  return {
    numbers: units?.map(({ equipmentNo }) => equipmentNo).join(),
    statuses: statuses && [...statuses],
    page: units
      ? {
          source: 'chosen' as const,
          equipmentList: {
            records: [...units],
            total,
            size: CENTER_MOST,
            current: 1,
            pages: Math.ceil(total / CENTER_MOST),
          },
        }
      : undefined,
  };
}

/** Asks for some units; what could not be answered stays as it was. */
async function refreshSome(equipmentNoList: string[], put: (fresh: Map<string, StatusEntry>) => unknown) {
  const fresh = await callSms(batchEquipmentStatus, { equipmentNoList }).catch(() => []);
  if (fresh.length > 0) await put(new Map(fresh.map((entry) => [entry.equipmentNo, entry])));
}
