import { serve } from '@/lib/platform/contract/serve';
import { deleteProject, exportProjectAll, exportProjects, getProjectAll, queryProjects, saveProject } from './contract';
import { importProjectFile } from './import-contract';
import { listProjectsByUser, querySapProjects, searchProjects, searchProjectsNew } from './look-up-contract';
import {
  addProjectEquipment,
  deleteProjectEquipment,
  findEquipmentByNos,
  queryProjectEquipment,
} from './unit-contract';
import { exportProjectList } from './export';
import { importCsv } from './import';
import { findProjectPage } from './list';
import { listOfUser, searchLite } from './look-up';
import { findSapProjects } from './sap';
import { addUnits, removeProject, removeUnits, saveProjectData } from './save';
import { findProjectUnits, findUnitsByNos } from './units';

export const services = [
  serve(listProjectsByUser, ({ actor }, query) => listOfUser(actor, query)),
  serve(searchProjects, ({ actor }, query) => searchLite(actor, query, { hasEquipment: false })),
  serve(searchProjectsNew, ({ actor }, query) => searchLite(actor, query, { hasEquipment: true })),
  serve(querySapProjects, ({ actor }, query) => findSapProjects(actor, query)),
  serve(queryProjects, ({ actor }, query) => findProjectPage(actor, query)),
  serve(getProjectAll, ({ actor }, query) => findProjectPage(actor, query)),
  serve(exportProjects, exportProjectList),
  serve(exportProjectAll, exportProjectList),
  serve(saveProject, ({ actor }, input) => saveProjectData(actor, input)),
  serve(deleteProject, ({ actor }, { projectId }) => removeProject(actor, projectId)),
  serve(queryProjectEquipment, ({ actor }, query) => findProjectUnits(actor, query)),
  serve(addProjectEquipment, ({ actor }, { projectId, equipmentNoList }) =>
    addUnits(actor, projectId, equipmentNoList),
  ),
  serve(deleteProjectEquipment, ({ actor }, { projectId, equipmentNoList }) =>
    removeUnits(actor, projectId, equipmentNoList),
  ),
  serve(findEquipmentByNos, ({ actor }, input) => findUnitsByNos(actor, input)),
  serve(importProjectFile, ({ actor, language }, { csv }) => importCsv(actor, csv, language)),
];
