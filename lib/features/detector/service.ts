import { serve } from '@/lib/platform/contract/serve';
import { deleteRule, listRules, saveRule, tryRule } from './contract';
import { findRules, remove, save } from './rule-settings';
import { trial } from './trial';

export const services = [
  serve(listRules, ({ actor }) => findRules(actor)),
  serve(saveRule, ({ actor }, input) => save(actor, input)),
  serve(deleteRule, ({ actor }, input) => remove(actor, input)),
  serve(tryRule, ({ actor }, input) => trial(actor, input)),
];
