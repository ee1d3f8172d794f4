import type { Actor } from '@/lib/platform/contract/actor';
import { requireUser, userScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { ReceivedFile } from '@/lib/platform/contract/received-file';
import { findStoredFile, keepFile, storedFileAnswer } from '@/lib/platform/files/stored-files';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import type { InvoiceCustomer } from './account-contract';
import { requireProjects } from './rules';
import type { UserSave } from './save-input';

/** The invoice role: approval attachment and the customers whose invoices an account gets (doc1 §4, §5). */

/** The account of a name when the caller may see it, null when nobody has it. @throws no_object_permission */
async function ownerOf(actor: Actor, username: string): Promise<string | null> {
  return requireUser(actor, username).catch((error: unknown) => {
    if (error instanceof AppError && error.id === 'not_found') return null;
    throw error;
  });
}

/** Keeps an attachment. Until there is an account of the name, the file belongs to the one who sent it. @throws no_object_permission */
export async function keepAttachment(
  actor: Actor,
  username: string,
  file: ReceivedFile,
): Promise<{ path: string; invoiceAttachmentPath: string }> {
  const owner = (await ownerOf(actor, username)) ?? actor.username;
  const path = await keepFile(file, { kind: 'invoice', username: owner });
  return { path, invoiceAttachmentPath: path };
}

/** May the caller see what belongs to this account, living or deleted? */
async function isInScope(sql: Transaction, actor: Actor, username: string | null): Promise<boolean> {
  if (username === null) return isHeadOffice(actor);
  return (
    username === actor.username || (await sql.user.count({ where: { AND: [{ username }, userScope(actor)] } })) > 0
  );
}

/** @throws not_found, no_object_permission */
export async function openAttachment(actor: Actor, path: string): Promise<FileAnswer> {
  const file = await findStoredFile(path, 'invoice');
  if (!(await isInScope(db(), actor, file.username))) throw new AppError('no_object_permission');
  return storedFileAnswer(file);
}

/** The attachment belongs to the account from now on. @throws validation_failed for an unknown one, no_object_permission */
export async function giveAttachment(sql: Transaction, actor: Actor, path: string, username: string): Promise<void> {
  const file = await sql.storedFile.findFirst({
    where: { path, kind: 'invoice', deletedAt: null },
    select: { username: true },
  });
  if (!file) throw new FieldError('invoiceAttachmentPath', 'badValue');
  if (file.username === username) return;
  // Another account's paper is no approval of this one; only what the caller sent in himself can become it.
  if (file.username !== actor.username) throw new AppError('no_object_permission');
  await sql.storedFile.update({ where: { path }, data: { username } });
}

interface Customer {
  taxId: string;
  customerName: string;
  projectNames: string[];
}

async function customersOf(sql: Transaction, projectIds: readonly string[]): Promise<Customer[]> {
  const rows = await sql.invoiceCustomer.findMany({
    where: { projectId: { in: [...projectIds] } },
    orderBy: [{ customerName: 'asc' }, { taxId: 'asc' }],
    select: { taxId: true, customerName: true, project: { select: { projectName: true } } },
  });
  const byTax = new Map<string, Customer>();
  for (const { taxId, customerName, project } of rows) {
    const customer = byTax.get(taxId) ?? { taxId, customerName, projectNames: [] };
    if (!customer.projectNames.includes(project.projectName)) customer.projectNames.push(project.projectName);
    byTax.set(taxId, customer);
  }
  return [...byTax.values()];
}

/** @throws not_found, no_object_permission */
export async function listCustomers(
  actor: Actor,
  projectIds: readonly string[],
  username: string | undefined,
): Promise<InvoiceCustomer[]> {
  const ids = [...new Set(projectIds)];
  await requireProjects(db(), actor, ids);
  const owner = username === undefined ? null : await ownerOf(actor, username);
  const granted =
    owner === null ? [] : await db().userInvoice.findMany({ where: { username: owner }, select: { taxId: true } });
  const taxIds = new Set(granted.map(({ taxId }) => taxId));
  return (await customersOf(db(), ids)).map(({ taxId, customerName, projectNames }) => ({
    taxId,
    customerName,
    projectNames: projectNames.join(','),
    username: taxIds.has(taxId) ? owner : null,
  }));
}

/** What is asked for with the invoice role. */
type InvoiceRequest = Pick<UserSave, 'invoiceAttachmentPath' | 'projects'> & {
  readonly invoiceUserList: readonly { taxId: string }[];
};

export interface InvoiceGrant {
  readonly attachmentPath: string;
  readonly customers: readonly { taxId: string; customerName: string; projectNames: string }[];
}

/** What the invoice role is asked with: a file that the caller may use and customers of the account's own projects. */
export async function invoiceGrant(
  sql: Transaction,
  actor: Actor,
  save: InvoiceRequest,
  username: string,
): Promise<InvoiceGrant> {
  const attachmentPath = save.invoiceAttachmentPath ?? '';
  await giveAttachment(sql, actor, attachmentPath, username);
  const wanted = new Set(save.invoiceUserList.map(({ taxId }) => taxId));
  const known = (await customersOf(sql, save.projects)).filter(({ taxId }) => wanted.has(taxId));
  if (known.length < wanted.size) throw new FieldError('invoiceUserList', 'badValue');
  return {
    attachmentPath,
    customers: known.map(({ taxId, customerName, projectNames }) => ({
      taxId,
      customerName,
      projectNames: projectNames.join(','),
    })),
  };
}

/** Puts the grant into force; null takes it away. */
export async function applyInvoiceGrant(sql: Transaction, username: string, grant: InvoiceGrant | null): Promise<void> {
  await sql.userInvoice.deleteMany({ where: { username } });
  if (grant) await sql.userInvoice.createMany({ data: grant.customers.map((customer) => ({ username, ...customer })) });
  await sql.user.update({ where: { username }, data: { invoiceAttachmentPath: grant?.attachmentPath ?? null } });
}
