import { createHash } from 'node:crypto';
import type { JobOnPaper } from '@/lib/features/maintenance/internal/job-on-paper';
import { jobTypeOf, maintenanceParts } from '@/lib/features/maintenance/value-sets';
import { parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import type { Paper, PaperBlock } from '@/lib/platform/pdf/paper';
import type { ShownTime } from '@/lib/platform/strategy/limits';

/** The maintenance record as a document: every field of the job as text (silent-screens E1, readings 93). Pure. */

const NONE = '--';

/** The signature as it was drawn, on a field of 1000 by 600. */
function drawnStrokes(strokes: NonNullable<JobOnPaper['signature']>['strokes']): string | undefined {
  const paths = strokes.flatMap((stroke) => {
    const points = stroke.map(([x = 0, y = 0]) => `${Math.round(x)} ${Math.round(y)}`);
    const [first] = points;
    if (first === undefined) return [];
    // A single point is drawn as a dot: a line to itself with round ends.
    return [`M${first}L${points.length > 1 ? points.slice(1).join(' ') : first}`];
  });
  if (paths.length === 0) return undefined;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 600" width="1000" height="600">' +
    `<path d="${paths.join('')}" fill="none" stroke="#1b232c" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** A number of the record; another job, item or signature gives another number. */
export function recordDigest(job: JobOnPaper): string {
  const { equipment, report, signature, items, parts, ...rest } = job;
  const facts = Object.entries(rest)
    .filter(([, value]) => value === null || typeof value !== 'object' || value instanceof Date)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const said = [
    facts.filter(([name]) => !['createDate', 'updatedAt', 'turn', 'planKey', 'jobStatus'].includes(name)),
    [equipment.equipmentName, equipment.buildingName, equipment.address, equipment.governmentNo],
    items.map(({ no, item, requirement, result, remark, photos }) => [
      no,
      item,
      requirement,
      result,
      remark,
      ...(photos.length > 0 ? [photos] : []),
    ]),
    parts.map(({ name, quantity }) => [name, quantity]),
    signature && [signature.signerName, signature.phone, signature.signDate, signature.strokes],
    report?.mntOwners,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** The stored photos by their paths, small and as base64; one that cannot be read is absent. */
export type RecordPhotos = ReadonlyMap<string, string>;

interface RecordInput {
  readonly language: Language;
  readonly photos: RecordPhotos;
  /** How times are written for the reader: complete, or as dates only. */
  readonly time: ShownTime;
}

/** The person's name with phone. */
const person = (name: string | null, phone: string | null) => [name, phone].filter(Boolean).join(' ');
const people = (...persons: string[]) => persons.filter(Boolean).join('\n') || NONE;

export function maintenanceRecord(job: JobOnPaper, { language, time, photos }: RecordInput): Paper {
  const t = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'maintenanceReports', `record.${key}`, params);
  const at = (moment: Date | null) => (moment ? time(moment) : NONE);
  const { equipment, report, signature } = job;
  const parts = maintenanceParts(job.maintenanceType);
  const own = (key: string, params?: Record<string, string>) =>
    translateServer(language, 'maintenanceReports', key, params);
  const typeWord = parts
    ? own('typeOf', { machine: own(`machine.${parts.machine}`), kind: own(`kind.${parts.kind}`) })
    : job.maintenanceType;
  const jobType = job.jobType === null ? undefined : jobTypeOf(job.jobType);
  const resultOf = (result: string | null) =>
    result === null
      ? NONE
      : hasServerMessage(language, 'maintenanceReports', `record.result.${result}`)
        ? t(`result.${result}`)
        : result;
  const doneBy = people(
    person(job.actualTechnician1Name, job.actualTechnician1Phone),
    person(job.actualTechnician2Name, job.actualTechnician2Phone),
  );
  const field = (name: string, value: string | null) => ({ label: t(`field.${name}`), value: value || NONE });

  const blocks: PaperBlock[] = [
    {
      kind: 'properties',
      title: t('unit'),
      rows: [
        field('equipmentName', equipment.equipmentName),
        field('equipmentNo', job.equipmentNo),
        field('registerNo', report?.registerNo ?? equipment.governmentNo),
        field('buildingName', equipment.buildingName),
        field('address', equipment.address),
        field('branchName', equipment.branch.branchName),
      ],
    },
    {
      kind: 'properties',
      title: t('work'),
      rows: [
        field('jobNo', job.jobNo),
        field('maintenanceType', typeWord),
        ...(job.jobType ? [field('jobType', jobType ? own(`jobType.${jobType}`) : job.jobType)] : []),
        field('planDate', job.planDate),
        field('planEndDate', at(job.planEndDate)),
        field('departureDate', at(job.departureDate)),
        field('doneDate', at(job.doneDate)),
        field(
          'planTechnicians',
          people(
            person(job.planTechnician1Name, job.planTechnician1Phone),
            person(job.planTechnician2Name, job.planTechnician2Phone),
          ),
        ),
        field('actualTechnicians', doneBy),
        field('mntOwners', report?.mntOwners ?? null),
      ],
    },
    {
      kind: 'items',
      title: t('items'),
      empty: t('noItems'),
      columns: [
        { head: t('column.no'), align: 'end' },
        { head: t('column.item'), share: 3 },
        { head: t('column.requirement'), share: 4 },
        { head: t('column.result') },
        { head: t('column.remark'), share: 3 },
      ],
      rows: job.items.map(({ no, item, requirement, result, remark }) => [
        String(no),
        item,
        requirement ?? '',
        resultOf(result),
        remark ?? '',
      ]),
    },
    ...(job.parts.length > 0
      ? [
          {
            kind: 'items' as const,
            title: t('parts'),
            columns: [
              { head: t('column.part'), share: 1 },
              { head: t('column.quantity'), align: 'end' as const },
            ],
            rows: job.parts.map(({ name, quantity }) => [name, String(quantity)]),
          },
        ]
      : []),
    ...(job.items.some((item) => item.photos.length > 0)
      ? [
          {
            kind: 'photos' as const,
            title: t('photos'),
            missing: t('photoMissing'),
            photos: job.items.flatMap(({ no, item, photos: paths }) =>
              paths.map((path, index) => ({
                ...(photos.has(path) ? { jpeg: photos.get(path) } : {}),
                caption: `${no}-${index + 1} ${item}`,
                alt: t('photoOf', { no, n: index + 1 }),
              })),
            ),
          },
        ]
      : []),
    {
      kind: 'signatures',
      title: t('signatures'),
      slots: [
        {
          label: t('signer'),
          name: signature ? [signature.signerName, signature.phone].filter(Boolean).join(' ') : t('signedElsewhere'),
          at: job.signDate ? t('signedAt', { at: time(job.signDate) }) : undefined,
          strokes: signature ? drawnStrokes(signature.strokes) : undefined,
          alt: signature ? t('strokesOf', { name: signature.signerName }) : undefined,
        },
        {
          label: t('technician'),
          name: doneBy.replaceAll('\n', t('separator')),
          at: job.doneDate ? t('doneAt', { at: time(job.doneDate) }) : undefined,
        },
      ],
    },
    { kind: 'notes', title: t('notes'), items: [t('noteDigest', { digest: recordDigest(job) }), t('noteKept')] },
  ];
  return {
    language,
    title: t('title'),
    subject: equipment.equipmentName,
    marks: [
      t('number', { jobNo: job.jobNo }),
      t('day', { day: job.doneDate ? time(job.doneDate).slice(0, 10) : job.planDate }),
    ],
    foot: t('foot', { jobNo: job.jobNo }),
    // Made of the content, not of the time of drawing: the same record always gives the same file.
    madeAt: (job.signDate ?? job.doneDate)?.getTime() ?? parseWallTime(job.planDate) ?? 0,
    blocks,
  };
}
