import { importInvoiceCustomers, InvoiceCustomerImport } from '@/lib/features/projects/internal';
import { importer } from '../kind';

export const invoiceCustomer = importer(InvoiceCustomerImport, importInvoiceCustomers);
