import { serve } from '@/lib/platform/contract/serve';
import { requireUser } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import { explainAccess } from './access-view';
import {
  checkExistingCustomer,
  checkUserRepeat,
  createBranchUser,
  createUser,
  deleteUser,
  explainUserAccess,
  exportUserEquipment,
  exportUsers,
  getUser,
  listUserMappings,
  queryUserEquipment,
  queryUsers,
  resetPassword,
  updateBranchUser,
  updateUser,
} from './contract';
import { downloadInvoice, getInvoiceAttachment, listInvoiceCustomers, uploadInvoice } from './invoice-contract';
import { exportUnitsOfUsers, exportUserList } from './export';
import { keepAttachment, listCustomers, openAttachment } from './invoices';
import { findUserPage } from './list';
import { findDetail, findEquipment, findExisting, findMappings, findRepeats } from './look-ups';
import { deleteAccount, resetAccountPassword } from './remove';
import { createAccount, updateAccount } from './save';

const ADMIN = { isBranch: false } as const;
const BRANCH = { isBranch: true } as const;

export const services = [
  serve(queryUsers, ({ actor, language }, query) => findUserPage(actor, query, language)),
  serve(getUser, ({ actor, language }, { username }) => findDetail(actor, username, language)),
  serve(createUser, async ({ actor }, save) => ({ username: (await createAccount(actor, save, ADMIN)).username })),
  serve(updateUser, async ({ actor }, save) => {
    await updateAccount(actor, save, ADMIN);
    return null;
  }),
  serve(createBranchUser, ({ actor }, save) => createAccount(actor, save, BRANCH)),
  serve(updateBranchUser, ({ actor }, save) => updateAccount(actor, save, BRANCH)),
  serve(deleteUser, ({ actor }, { username }) => deleteAccount(actor, username)),
  serve(resetPassword, ({ actor }, { user }) => resetAccountPassword(actor, user.username, user.password)),
  serve(checkUserRepeat, ({ actor }, query) => findRepeats(actor, query)),
  serve(checkExistingCustomer, ({ actor }, query) => findExisting(actor, query)),
  serve(listUserMappings, ({ actor }, { username }) => findMappings(actor, username)),
  serve(uploadInvoice, ({ actor }, { file, username }) => keepAttachment(actor, username, file)),
  serve(getInvoiceAttachment, async ({ actor }, { username }) =>
    db().user.findUniqueOrThrow({
      where: { username: await requireUser(actor, username) },
      select: { invoiceAttachmentPath: true },
    }),
  ),
  serve(downloadInvoice, ({ actor }, { path }) => openAttachment(actor, path)),
  serve(listInvoiceCustomers, ({ actor }, { projectIds, username }) =>
    listCustomers(actor, projectIds ?? [], username),
  ),
  serve(queryUserEquipment, ({ actor }, query) => findEquipment(actor, query)),
  serve(explainUserAccess, ({ actor }, { username, equipmentNo }) => explainAccess(actor, username, equipmentNo)),
  serve(exportUsers, ({ actor, language }, filters) => exportUserList(actor, filters, language)),
  serve(exportUserEquipment, ({ actor, language }, filters) => exportUnitsOfUsers(actor, filters, language)),
];
