import type pg from 'pg';
import { CORE_PROJECTS, type Project } from './projects';

/** Units that stand in two projects, and one that stands in none, as every installation has them. */

const SHARED = 2;

/** @returns the two projects, of one branch; undefined where there are too few */
function pairOf(projects: readonly Project[]): readonly [Project, Project] | undefined {
  const [, ...rest] = projects.slice(CORE_PROJECTS).filter(({ units, boxes }) => boxes === 'all' && units > SHARED + 1);
  for (const [index, one] of rest.entries()) {
    const other = rest.slice(index + 1).find(({ place }) => place.branchCode === one.place.branchCode);
    if (other) return [one, other];
  }
  return undefined;
}

export async function shareUnits(client: pg.ClientBase, projects: readonly Project[], now: Date): Promise<void> {
  const pair = pairOf(projects);
  if (!pair) return;
  const [{ projectId }, other] = pair;
  await client.query(
    `INSERT INTO project_equipment (project_id, equipment_no, create_by, create_date)
     SELECT $2, equipment_no, 'sap', $3 FROM project_equipment WHERE project_id = $1 ORDER BY equipment_no LIMIT ${SHARED}`,
    [projectId, other.projectId, now],
  );
  // One that stands on nobody's wall.
  const { rows: left } = await client.query<{ project_id: string }>(
    `DELETE FROM project_equipment WHERE equipment_no = (
       SELECT max(p.equipment_no) FROM project_equipment p JOIN project j USING (project_id)
        WHERE j.equipment_total > ${SHARED} AND p.project_id <> ALL($1)
          AND NOT EXISTS (SELECT 1 FROM campus_view_equipment v WHERE v.equipment_no = p.equipment_no)
          AND NOT EXISTS (SELECT 1 FROM project_equipment q WHERE q.equipment_no = p.equipment_no AND q.project_id <> p.project_id))
     RETURNING project_id`,
    [projects.slice(0, CORE_PROJECTS).map((project) => project.projectId)],
  );
  await client.query(
    `UPDATE project p SET equipment_total = c.units, installed_total = c.boxes
       FROM (SELECT pe.project_id, count(*) AS units, count(e.cube_no) AS boxes FROM project_equipment pe JOIN equipment e USING (equipment_no)
              WHERE pe.project_id = ANY($1) GROUP BY 1) c WHERE p.project_id = c.project_id`,
    [[projectId, other.projectId, ...left.map((row) => row.project_id)]],
  );
}
