import { importProjectEquipment, ProjectEquipmentImport } from '@/lib/features/projects/internal';
import { importer } from '../kind';

export const projectEquipment = importer(ProjectEquipmentImport, importProjectEquipment);
