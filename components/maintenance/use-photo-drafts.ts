'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { addItemPhoto, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { SmsError, uploadSms } from '@/lib/platform/client/client';
import { forgetWaiting, keepWaiting, waitingPhotos, type WaitingPhoto } from './photo-store';
import { isRefused, useTriedAgain } from './use-tried-again';

/** In the order of taking, also for photos of the same millisecond. */
let taken = 0;
const newId = () => `${Date.now().toString().padStart(15, '0')}-${String((taken += 1)).padStart(6, '0')}`;

/**
 * Photos as they are taken: sent one after the other, kept in this browser until the server has them, and sent again after a
 * network failure, like the results of the items (readings 251).
 */
export function usePhotoDrafts(jobNo: string, isOpen: boolean, onSaved: (detail: MaintenanceDetail) => void) {
  const [waiting, setWaiting] = useState<readonly WaitingPhoto[]>([]);
  const now = useRef<readonly WaitingPhoto[]>([]);
  const isSending = useRef(false);
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });
  const put = useCallback((next: readonly WaitingPhoto[]) => {
    now.current = next;
    setWaiting(next);
  }, []);
  const drop = useCallback(
    (id: string) => {
      put(now.current.filter((photo) => photo.id !== id));
      return forgetWaiting(id);
    },
    [put],
  );

  const send = useCallback(async (): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    try {
      for (let [photo] = now.current; photo; [photo] = now.current) {
        const { id, no, file } = photo;
        try {
          const detail = await uploadSms(addItemPhoto, new File([file], 'photo.jpg', { type: file.type }), {
            jobNo,
            no: String(no),
          });
          await drop(id);
          saved.current(detail);
        } catch (error) {
          if (!(error instanceof SmsError) || !isRefused(error)) return false;
          toast.error(error.message);
          await drop(id);
        }
      }
      return true;
    } finally {
      isSending.current = false;
    }
  }, [drop, jobNo]);

  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    void waitingPhotos(jobNo).then((kept) => {
      const known = new Set(now.current.map(({ id }) => id));
      if (!isGone) put([...kept.filter(({ id }) => !known.has(id)), ...now.current]);
    });
    return () => {
      isGone = true;
    };
  }, [isOpen, jobNo, put]);
  const pending = waiting.length;
  useTriedAgain(isOpen && pending > 0 ? pending : null, send, 0);

  return {
    waiting,
    pending,
    add: (no: number, file: Blob) => {
      const photo = { id: newId(), jobNo, no, file };
      put([...now.current, photo]);
      void keepWaiting(photo);
    },
    remove: (id: string) => void drop(id),
    /** Sends what is pending. @returns true when the server has everything */
    flush: async () => (await send()) && now.current.length === 0,
  };
}
export type PhotoDrafts = ReturnType<typeof usePhotoDrafts>;
