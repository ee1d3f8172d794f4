import { serve } from '@/lib/platform/contract/serve';
import {
  deleteReportSubscription,
  queryReportDeliveries,
  queryReportSubscriptions,
  saveReportSubscription,
} from './contract';
import { findDeliveries, findSubscriptions } from './list';
import { deleteSubscription, saveSubscription } from './save';

export const services = [
  serve(queryReportSubscriptions, ({ actor, language }) => findSubscriptions(actor, language)),
  serve(saveReportSubscription, ({ actor }, form) => saveSubscription(actor, form, Date.now())),
  serve(deleteReportSubscription, ({ actor }, { subscriptionId }) => deleteSubscription(actor, subscriptionId)),
  serve(queryReportDeliveries, ({ actor, language }, query) => findDeliveries(actor, query, language)),
];
