'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { markAnnouncementRead, type AnnouncementRow } from '@/lib/features/announcements/contract';
import { useNoticeChannel, type NoticeChannelOptions } from '@/lib/features/notifications/shared/use-notice-channel';
import { callSms } from '@/lib/platform/client/client';
import type { Holder } from '@/lib/platform/contract/authorities';
import { noticeList } from './lists';
import { noticeColumnsOf } from './notice-columns';

interface Props {
  readonly first?: FirstPage<AnnouncementRow>;
  readonly holder: Holder;
  readonly tabs?: ReactNode;
  /** How the page connects to the message channel; default: the portal's own. */
  readonly connection?: NoticeChannelOptions;
}

/** The reader's list (silent-screens C). An announcement published meanwhile appears at once. */
export function NoticeScreen({ first, holder, tabs, connection }: Props) {
  const t = useTranslations('announcements');
  const failureText = useFailureText();
  const list = useResourceList(noticeList, first);
  const columns = useMemo(() => noticeColumnsOf(t, holder), [holder, t]);
  const [isMarking, setIsMarking] = useState(false);
  useNoticeChannel(
    {
      types: ['instant'],
      onInstant: ({ type, title, notificationId }, isHistory) => {
        if (type !== 'announcement' || isHistory) return;
        list.refresh();
        toast.info(t('live', { title }), { id: notificationId, length: 'live' });
      },
    },
    connection,
  );
  useBack(list.refresh);
  const markAll = async () => {
    setIsMarking(true);
    try {
      const { updated } = await callSms(markAnnouncementRead, { all: true });
      toast.success(updated > 0 ? t('allReadDone', { n: updated }) : t('nothingUnread'));
      list.refresh();
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsMarking(false);
    }
  };
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={tabs}
      actions={
        <Button variant="outlined" color="inherit" loading={isMarking} onClick={() => void markAll()}>
          {t('allRead')}
        </Button>
      }
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="readStatus" values={[0, 1]} />
          <FilterDates />
        </>
      }
    />
  );
}

/** Announcements open in another tab. When the user returns from there, one has been read: refresh. */
function useBack(refresh: () => void) {
  const onBack = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    const listen = () => onBack();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}
