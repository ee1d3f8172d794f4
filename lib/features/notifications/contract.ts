import { z } from 'zod';
import { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { int, pageOf } from '@/lib/platform/contract/schemas';
import { NOTICE_PAGE_SIZE } from './value-sets';

/** Messages: the lists of the wall and what the message channel sends (api.md §2.12, §3.6); shapes of api.md §2.28. */

const noticePage = { pageIndex: int(1, 500).default(1), pageSize: int(1, 200).default(NOTICE_PAGE_SIZE) };

/** Cut where the data strategy leaves less than is kept. */
const NoticePage = pageOf(NoticeItem).extend(CutHistory.shape);

/** Callbacks and symptoms of the last 90 days, newest first, each kind with its own authority (readings 41). */
export const listDiagnoseNotices = operation({
  name: 'listDiagnoseNotices',
  method: 'POST',
  path: 'notification/webDiagnose/list',
  access: anyOf('CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ'),
  scope: 'eq',
  input: z.object(noticePage),
  output: NoticePage,
  summary: 'Callback and symptom messages, newest first (api.md §2.12)',
  audit: 'view',
});

export const notificationOperations = [listDiagnoseNotices];
