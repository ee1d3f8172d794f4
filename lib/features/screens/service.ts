import { serve } from '@/lib/platform/contract/serve';
import { deleteScreen, listScreenHistory, publishNotice, queryScreens, saveScreen, withdrawNotice } from './contract';
import { findScreenPage } from './list';
import { findScreenHistory, publish, withdraw } from './notices';
import { removeScreen, saveScreenForm } from './save';

export const services = [
  serve(queryScreens, ({ actor }, query) => findScreenPage(actor, query, Date.now())),
  serve(saveScreen, ({ actor }, form) => saveScreenForm(actor, form)),
  serve(deleteScreen, ({ actor }, { screenNo }) => removeScreen(actor, screenNo)),
  serve(publishNotice, ({ actor }, form) => publish(actor, form, Date.now())),
  serve(withdrawNotice, ({ actor }, { noticeIds }) => withdraw(actor, noticeIds, Date.now())),
  serve(listScreenHistory, ({ actor }, query) => findScreenHistory(actor, query, Date.now())),
];
