import { serve } from '@/lib/platform/contract/serve';
import { actBy } from './assignment-steps';
import { actOnAssignment, getAssignment } from './contract';
import { findAssignment } from './find';

export const services = [
  serve(getAssignment, ({ ip }, { token }) => findAssignment(token, ip)),
  serve(actOnAssignment, ({ ip }, input) => actBy(input, ip)),
];
