import { serve } from '@/lib/platform/contract/serve';
import { diagnoseCube, exportCubes, listCubeHistory, queryCubes } from './contract';
import { diagnose, findCubeHistory } from './diagnosis';
import { exportCubes as exportSheet } from './export';
import { findCubePage } from './list';

export const services = [
  serve(queryCubes, ({ actor }, query) => findCubePage(actor, query)),
  serve(exportCubes, exportSheet),
  serve(diagnoseCube, ({ actor }, { cubeNo }) => diagnose(actor, cubeNo)),
  serve(listCubeHistory, ({ actor }, { cubeNo }) => findCubeHistory(actor, cubeNo)),
];
