import { importInvoiceCustomers } from '@/lib/features/projects/internal/import-projects';
import { InvoiceCustomerImport } from '@/lib/features/projects/internal/import-shape';
import { importer } from '../kind';

export const invoiceCustomer = importer(InvoiceCustomerImport, importInvoiceCustomers);
