import { serve } from '@/lib/platform/contract/serve';
import { actBy } from './assignment-steps';
import { actOnAssignment, getAssignment } from './contract';
import { findAssignment } from './find';

export const services = [
  serve(getAssignment, ({ ip, language }, { token }) => findAssignment(token, ip, language)),
  serve(actOnAssignment, ({ ip, language }, input) => actBy(input, ip, language)),
];
