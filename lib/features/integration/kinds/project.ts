import { importProjects } from '@/lib/features/projects/internal/import-projects';
import { ProjectImport } from '@/lib/features/projects/internal/import-shape';
import { importer } from '../kind';

export const project = importer(ProjectImport, importProjects);
