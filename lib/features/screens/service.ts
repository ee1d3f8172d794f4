import { serve } from '@/lib/platform/contract/serve';
import {
  beatScreen,
  createScreenCode,
  deleteScreen,
  linkScreen,
  listScreenHistory,
  publishNotice,
  queryScreens,
  revokeScreenKey,
  saveScreen,
  withdrawNotice,
} from './contract';
import { beat } from './beat';
import { linkByCode, makeCode, revokeKey } from './link';
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
  serve(createScreenCode, ({ actor }, { screenNo }) => makeCode(actor, screenNo, Date.now())),
  serve(revokeScreenKey, ({ actor }, { screenNo }) => revokeKey(actor, screenNo)),
  serve(linkScreen, (_, form) => linkByCode(form, Date.now())),
  serve(beatScreen, ({ ip }, said) => beat(said, ip)),
];
