import { importKeyAccounts, KeyAccountImport } from '@/lib/features/branches/internal/import-branches';
import { importer } from '../kind';

export const keyAccount = importer(KeyAccountImport, importKeyAccounts);
