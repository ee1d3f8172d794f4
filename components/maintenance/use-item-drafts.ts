'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import {
  saveMaintenanceItems,
  type MaintenanceDetail,
  type MaintenanceItem,
} from '@/lib/features/maintenance/work-contract';
import { ITEM_RESULTS, type ItemResult } from '@/lib/features/maintenance/value-sets';
import { callSms, SmsError } from '@/lib/platform/client/client';
import { isRefused, useTriedAgain } from './use-tried-again';

/** The result of one item. */
export interface ItemDraft {
  readonly result: ItemResult | null;
  readonly remark: string;
}
type Drafts = Readonly<Record<number, ItemDraft>>;

/** Taps within this time are sent in one call, ms. */
const TOGETHER_MS = 500;

const placeOf = (jobNo: string) => `sms.maintenance.${jobNo}`;

function readKept(jobNo: string): Drafts {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(placeOf(jobNo)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept as Record<string, Partial<ItemDraft>>).map(([no, { result, remark }]) => [
        no,
        {
          result: ITEM_RESULTS.find((one) => one === result) ?? null,
          remark: typeof remark === 'string' ? remark : '',
        },
      ]),
    );
  } catch {
    return {};
  }
}

function keep(jobNo: string, drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) window.localStorage.removeItem(placeOf(jobNo));
    else window.localStorage.setItem(placeOf(jobNo), JSON.stringify(drafts));
  } catch {
    // Without browser storage they are kept while the page is open.
  }
}

/**
 * Results as the user taps them. They are shown at once, kept in this browser until the server has them, and sent again
 * automatically after a network failure.
 * @returns `pending` items that the server does not have yet
 */
export function useItemDrafts(
  jobNo: string,
  items: readonly MaintenanceItem[],
  isOpen: boolean,
  onSaved: (detail: MaintenanceDetail) => void,
) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const now = useRef<Drafts>({});
  const isSending = useRef(false);
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });
  const put = useCallback(
    (next: Drafts) => {
      now.current = next;
      keep(jobNo, next);
      setDrafts(next);
    },
    [jobNo],
  );

  const send = useCallback(async (): Promise<boolean> => {
    const sent = now.current;
    if (isSending.current) return false;
    if (Object.keys(sent).length === 0) return true;
    isSending.current = true;
    const without = () =>
      Object.fromEntries(Object.entries(now.current).filter(([no, draft]) => sent[Number(no)] !== draft));
    try {
      const detail = await callSms(saveMaintenanceItems, {
        jobNo,
        items: Object.entries(sent).map(([no, { result, remark }]) => ({ no: Number(no), result, remark })),
      });
      saved.current(detail);
      put(without());
      return true;
    } catch (error) {
      // No network, no server, or the job was moved back to the plan meanwhile: keep the results and try again, so
      // that the technician loses nothing. A result that is invalid itself would be refused forever.
      if (error instanceof SmsError && error.code === 409) toast.error(error.message, { id: jobNo });
      else if (error instanceof SmsError && isRefused(error)) {
        toast.error(error.message);
        put(without());
      }
      return false;
    } finally {
      isSending.current = false;
    }
  }, [jobNo, put]);

  useEffect(() => {
    if (!isOpen) return;
    // After the first rendering, which the server made without them.
    const soon = window.setTimeout(() => put({ ...readKept(jobNo), ...now.current }), 0);
    return () => window.clearTimeout(soon);
  }, [isOpen, jobNo, put]);
  const pending = Object.keys(drafts).length;
  useTriedAgain(isOpen && pending > 0 ? drafts : null, send, TOGETHER_MS);

  const stored = (no: number): ItemDraft => {
    const item = items.find((one) => one.no === no);
    return { result: ITEM_RESULTS.find((one) => one === item?.result) ?? null, remark: item?.remark ?? '' };
  };
  const valueOf = (no: number): ItemDraft => drafts[no] ?? stored(no);
  return {
    valueOf,
    pending,
    set: (no: number, change: Partial<ItemDraft>) => put({ ...now.current, [no]: { ...valueOf(no), ...change } }),
    /** Sends what is pending. @returns true when the server has everything */
    flush: async () => (await send()) && Object.keys(now.current).length === 0,
  };
}
