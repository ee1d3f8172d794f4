import { serve } from '@/lib/sms/serve';
import { listProjectsByUser, querySapProjects, searchProjects, searchProjectsNew } from './contract';
import { listOfUser, searchLite } from './look-up';
import { findSapProjects } from './sap';

export const projectServices = [
  serve(listProjectsByUser, ({ actor }, query) => listOfUser(actor, query)),
  serve(searchProjects, ({ actor }, query) => searchLite(actor, query, { hasEquipment: false })),
  serve(searchProjectsNew, ({ actor }, query) => searchLite(actor, query, { hasEquipment: true })),
  serve(querySapProjects, ({ actor }, query) => findSapProjects(actor, query)),
];
