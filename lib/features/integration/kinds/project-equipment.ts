import { importProjectEquipment } from '@/lib/features/projects/internal/import-projects';
import { ProjectEquipmentImport } from '@/lib/features/projects/internal/import-shape';
import { importer } from '../kind';

export const projectEquipment = importer(ProjectEquipmentImport, importProjectEquipment);
