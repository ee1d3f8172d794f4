import type { z } from 'zod';
import { BranchImport, importBranches, importKeyAccounts, KeyAccountImport } from '@/lib/features/branches/internal';
import type { Prisma } from '@/lib/platform/db/generated/client';
import {
  importInvoiceCustomers,
  importProjectEquipment,
  importProjects,
  InvoiceCustomerImport,
  ProjectEquipmentImport,
  ProjectImport,
  sourceTime,
} from '@/lib/features/projects/internal';
import type { Outcome } from '@/lib/features/projects/internal';
import type { ImportEntity } from './contract';

/** How rows of one entity are read and written. `save` answers one outcome a row, in order, inside the caller's transaction. */
export interface Importer<Row = unknown> {
  readonly schema: z.ZodType<Row>;
  readonly save: (sql: Prisma.TransactionClient, rows: readonly Row[], source: string) => Promise<readonly Outcome[]>;
}

const importer = <Row>(schema: z.ZodType<Row>, save: Importer<Row>['save']): Importer => ({
  schema,
  save: save as Importer['save'],
});

export const IMPORTERS: Readonly<Record<ImportEntity, Importer>> = {
  branch: importer(BranchImport.extend({ updatedAt: sourceTime.nullish() }), importBranches),
  keyAccount: importer(KeyAccountImport, importKeyAccounts),
  project: importer(ProjectImport, importProjects),
  projectEquipment: importer(ProjectEquipmentImport, importProjectEquipment),
  invoiceCustomer: importer(InvoiceCustomerImport, importInvoiceCustomers),
};
