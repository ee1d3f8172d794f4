import { z } from 'zod';
import { unhealthyUnits } from '@/lib/live/scope/shown-calls';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import type { RankedProject } from './contract';
import type { Days } from './days';
import { complianceOf, readProjectJobs } from './jobs';
import { projectsOf, type Narrowed } from './narrow';
import { figuresOf, rowsOf } from './read';
import type { DashboardView } from './value-sets';

/** Projects beside each other (silent-screens D2). A unit of two projects counts in both. */

const Now = z.object({
  projectId: z.string(),
  equipmentTotal: z.number(),
  inspectionsDue: z.number(),
  unhealthy: z.number(),
});

const LEAST_UNITS = 10;

/** By name, as they are chosen. */
export async function readProjects(
  narrowed: Narrowed,
  view: DashboardView,
  days: Days,
  now: number,
): Promise<RankedProject[]> {
  const projects = await projectsOf(narrowed.actor, view, narrowed.projectIds);
  const ids = projects.map(({ projectId }) => projectId);
  const [rows, { rows: figures }, jobs] = await Promise.all([
    rowsOf(
      Now,
      Prisma.sql`
        WITH bad AS (${unhealthyUnits(narrowed, now)})
        SELECT p.project_id AS "projectId", count(*)::int AS "equipmentTotal", count(bad.equipment_no)::int AS unhealthy,
               count(*) FILTER (WHERE i.next_inspection_date < ${formatDate(now)}::date OR i.result = 'fail')::int AS "inspectionsDue"
          FROM project_equipment p JOIN equipment e ON e.equipment_no = p.equipment_no
          LEFT JOIN bad ON bad.equipment_no = e.equipment_no LEFT JOIN inspection i ON i.equipment_no = e.equipment_no
         WHERE p.project_id = ANY(${ids}) AND ${narrowed.units} GROUP BY 1`,
    ),
    figuresOf({ ...narrowed, projectIds: ids }, 'project', days, now),
    readProjectJobs(narrowed, ids, days, now),
  ]);
  return projects.map((project): RankedProject => {
    const counted = rows.find(({ projectId }) => projectId === project.projectId);
    const of = figures.find(({ key }) => key === project.projectId)?.figures;
    const due = jobs.find(({ key }) => key === project.projectId);
    const equipmentTotal = counted?.equipmentTotal ?? 0;
    return {
      ...project,
      equipmentTotal,
      availability: of?.availability.value ?? null,
      callbacks: of?.callbacks.value ?? 0,
      entrapments: of?.entrapments.value ?? 0,
      arrivalTime: of?.arrivalTime.value ?? null,
      maintenanceCompliance: due && equipmentTotal >= LEAST_UNITS ? complianceOf(due) : null,
      inspectionsDue: counted?.inspectionsDue ?? 0,
      unhealthy: counted?.unhealthy ?? 0,
    };
  });
}
