import type { ImportEntity } from './contract';
import type { Importer } from './kind';
import { branch } from './kinds/branch';
import { callback } from './kinds/callback';
import { callbackStatus } from './kinds/callback-status';
import { contract } from './kinds/contract';
import { equipment } from './kinds/equipment';
import { gbCode } from './kinds/gb-code';
import { inspection } from './kinds/inspection';
import { invoiceCustomer } from './kinds/invoice-customer';
import { keyAccount } from './kinds/key-account';
import { maintenanceItemTemplate } from './kinds/maintenance-item-template';
import { maintenanceJob } from './kinds/maintenance-job';
import { maintenanceReport } from './kinds/maintenance-report';
import { project } from './kinds/project';
import { projectEquipment } from './kinds/project-equipment';
import { runDaily } from './kinds/run-daily';
import { symptom } from './kinds/symptom';
import { thirdGateway } from './kinds/third-gateway';

export const IMPORTERS: Readonly<Record<ImportEntity, Importer>> = {
  branch,
  keyAccount,
  project,
  equipment,
  projectEquipment,
  invoiceCustomer,
  callback,
  callbackStatus,
  symptom,
  maintenanceJob,
  maintenanceReport,
  inspection,
  contract,
  runDaily,
  gbCode,
  maintenanceItemTemplate,
  thirdGateway,
};
