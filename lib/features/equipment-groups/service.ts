import { serve } from '@/lib/platform/contract/serve';
import { findGroupUnits, findResponsible } from './choices';
import {
  deleteGroup,
  executeGroup,
  getGroup,
  listGroupResponsible,
  listGroupUnits,
  queryGroupLog,
  queryGroups,
  saveGroup,
} from './contract';
import { findGroupPage, readGroup } from './list';
import { findGroupLog, recordExecution } from './log';
import { removeGroup, saveGroupForm } from './save';

export const services = [
  serve(queryGroups, ({ actor, language }, query) => findGroupPage(actor, query, language, Date.now())),
  serve(getGroup, ({ actor, language }, query) => readGroup(actor, query, language, Date.now())),
  serve(saveGroup, ({ actor }, form) => saveGroupForm(actor, form)),
  serve(deleteGroup, ({ actor }, { groupId }) => removeGroup(actor, groupId)),
  serve(executeGroup, ({ actor }, form) => recordExecution(actor, form, Date.now())),
  serve(queryGroupLog, ({ actor }, query) => findGroupLog(actor, query)),
  serve(listGroupUnits, ({ actor }, query) => findGroupUnits(actor, query)),
  serve(listGroupResponsible, ({ actor }, query) => findResponsible(actor, query)),
];
