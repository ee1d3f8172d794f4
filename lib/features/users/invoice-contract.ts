import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { KEY_LIST_BYTES, anyOf, operation } from '@/lib/platform/contract/operation';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { filterKeys, filterText, text } from '@/lib/platform/contract/schemas';
import { userName } from './save-input';
import { InvoiceCustomer, byUsername } from './account-contract';
import { INVOICE_UPLOAD } from './value-sets';

/** The invoice role of an account: its attachment and the customers who get invoices (api.md §2.3). */

/** Errors: payload_too_large, unsupported_media_type, no_object_permission (the account exists outside the scope). */
export const uploadInvoice = operation({
  name: 'uploadInvoice',
  method: 'POST',
  path: 'file/upload/sms/invoice',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  upload: INVOICE_UPLOAD,
  input: z.object({ file: receivedFile, username: userName }),
  output: z.object({ path: z.string(), invoiceAttachmentPath: z.string() }),
  summary: 'Approval attachment of the invoice role (api.md §2.3)',
  audit: 'create',
});

export const getInvoiceAttachment = operation({
  name: 'getInvoiceAttachment',
  method: 'POST',
  path: 'user/getInvoiceAttachment',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: byUsername,
  output: z.object({ invoiceAttachmentPath: z.string().nullable() }),
  summary: "Path of an account's approval attachment (api.md §2.3)",
  audit: 'view',
});

/** Errors: not_found, no_object_permission. */
export const downloadInvoice = operation({
  name: 'downloadInvoice',
  method: 'GET',
  path: 'file/download/{path}',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: z.object({ path: text(300) }),
  output: fileOutput,
  summary: 'The approval attachment itself (api.md §2.3)',
});

/** Errors: not_found, no_object_permission for a project outside the scope. */
export const listInvoiceCustomers = operation({
  name: 'listInvoiceCustomers',
  method: 'POST',
  path: 'user/getInvoiceCustomers',
  access: anyOf('USER_READ'),
  scope: 'prj',
  input: z.object({
    projectIds: filterKeys.refine((keys) => keys !== undefined, 'required'),
    username: filterText(64),
  }),
  output: z.array(InvoiceCustomer),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Customers who get invoices for these projects (api.md §2.3)',
  audit: 'view',
});
