import { importProjects, ProjectImport } from '@/lib/features/projects/internal';
import { importer } from '../kind';

export const project = importer(ProjectImport, importProjects);
