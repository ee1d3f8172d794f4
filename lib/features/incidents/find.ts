import { currentMarks } from '@/lib/features/callbacks/internal/clocks';
import { wholeTitles } from '@/lib/features/symptoms/contract';
import { descriptionIn, ruleWords } from '@/lib/live/detector/rule-words';
import { technicianStateOf } from '@/lib/features/technician-links/internal/technician-state';
import { lastFloor } from '@/lib/live/units/age';
import { newestAt } from '@/lib/live/units/values';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { Language } from '@/lib/platform/i18n/languages';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { callbackStatusOf } from '@/lib/features/callbacks/state';
import { hasCamera } from '@/lib/live/units/camera';
import { INCIDENT_CONDITIONS } from './contract';
import type { countIncidents, IncidentRow, queryIncidents } from './contract';
import { readCallbacks, readFaults, readNotices, readSymptoms, readUnits } from './facts';
import type { StoredIncidentCallback, OpenNotice, UnitFact } from './facts';
import { mayAssign, mayOpenCallback, openedBy } from './internal/incident';
import { readCounts, readKeys } from './internal/keys';
import type { IncidentKey } from './internal/keys';
import { readReleased } from './released-incidents';
import { mannersOf, readerOf, responsesOf } from './incident-context';
import type { Incident, IncidentReader } from './incident-context';
import { readTrapped } from './trapped-incidents';
import type { TrappedIncident } from './trapped-incidents';

/** Units in trouble as a caller may see them (api.md §2.12, readings 80, 84, 135-137). */

const MOST_TOLD = 3;

interface KnownIncident {
  readonly key: IncidentKey;
  readonly unit: UnitFact;
  /** If the reader may see one. */
  readonly callback: StoredIncidentCallback | undefined;
  /** The trapped persons of its open call-out are released. */
  readonly freed: { readonly startAt: Date; readonly releasedAt: Date } | undefined;
}

const isTrapped = ({ condition }: IncidentKey) => condition === 'trapped';

function sinceOf({ key: { condition, startAt }, unit: { live }, freed }: KnownIncident): number | undefined {
  if (condition === 'disconnected') return newestAt(live);
  if (condition === 'freed') return freed?.releasedAt.getTime();
  if (startAt !== null) return startAt.getTime();
  return live.errorstate?.at;
}

const freedOf = (callback: StoredIncidentCallback | undefined): KnownIncident['freed'] =>
  callback?.personTrapped && callback.releaseDate
    ? {
        startAt: callback.entrapments[0]?.startAt ?? callback.trappedDate ?? callback.createDate,
        releasedAt: callback.releaseDate,
      }
    : undefined;

function incidentOf(
  one: KnownIncident,
  { notice, trapped }: { notice: OpenNotice | undefined; trapped: TrappedIncident | undefined },
  reader: IncidentReader,
): Incident {
  const { key, callback } = one;
  // For trapped persons no earlier notification counts: it belongs to another entrapment.
  const begins = isTrapped(key)
    ? [trapped?.begins ?? reader.mannerOf(true).now]
    : [sinceOf(one), callback?.createDate.getTime(), reader.mannerOf(true).now];
  return {
    equipmentNo: key.equipmentNo,
    object: callback
      ? { kind: 'callback', id: callback.callbackId, status: callbackStatusOf(callback.jobStatus) }
      : null,
    isTrapped: isTrapped(key),
    toldSince: new Date(Math.min(...begins.flatMap((at) => at ?? []))),
    ackedFrom: isTrapped(key) ? trapped?.knownAt : undefined,
    marks: currentMarks(callback?.marks ?? []),
    notificationId: notice?.isOffered ? notice.notificationId : null,
  };
}

async function toRows(
  known: readonly KnownIncident[],
  reader: IncidentReader,
  language: Language,
): Promise<IncidentRow[]> {
  const { actor, seesVideo, mannerOf, dispatcher } = reader;
  const keys = known.map(({ key }) => key);
  const [notices, trapped] = await Promise.all([
    readNotices(actor, keys),
    readTrapped(keys.filter(isTrapped).map(({ equipmentNo }) => equipmentNo)),
  ]);
  const incidents = known.map((one) => {
    const { equipmentNo } = one.key;
    return incidentOf(one, { notice: notices.get(equipmentNo), trapped: trapped.get(equipmentNo) }, reader);
  });
  const [faults, symptoms, responses, technicians] = await Promise.all([
    readFaults(keys, language),
    readSymptoms(keys),
    responsesOf(incidents, reader),
    technicianStateOf(known.flatMap(({ callback }) => callback?.callbackId ?? [])),
  ]);
  const words = ruleWords(language);
  const descriptionOf = descriptionIn(language);
  return known.flatMap((one, index): IncidentRow[] => {
    const { key, unit, callback } = one;
    const { equipmentNo, condition } = key;
    const said = responses[index];
    if (!said) return [];
    // Times of trapped persons are never hidden, nor is the time of their release.
    const { time, hasSeconds } = mannerOf(isTrapped(key) || condition === 'freed');
    const since = sinceOf(one);
    const fault = faults.get(equipmentNo);
    const symptom = symptoms.get(equipmentNo);
    return [
      {
        equipmentNo,
        equipmentName: unit.equipmentName,
        equipmentType: unit.equipmentType,
        displayType: unit.displayType,
        projectName: unit.projects[0]?.project.projectName ?? null,
        buildingName: unit.buildingName,
        address: unit.address,
        branchName: unit.branch.branchName,
        condition,
        code: fault?.code ?? null,
        title:
          fault?.title ??
          (symptom === undefined ? null : shownSymptomTitle(symptom, { isWhole: may(actor, wholeTitles), words })),
        floor: lastFloor(unit.status, since ?? mannerOf(true).now) ?? null,
        since: since === undefined ? null : time(since),
        release:
          condition === 'freed' && one.freed
            ? {
                at: time(one.freed.releasedAt),
                trappedSec: hasSeconds
                  ? Math.round(Number(one.freed.releasedAt) / 1000 - Number(one.freed.startAt) / 1000)
                  : null,
              }
            : null,
        callback: callback
          ? {
              callbackId: callback.callbackId,
              status: callbackStatusOf(callback.jobStatus),
              title: descriptionOf(callback),
              openedBy: openedBy(callback),
              technicianName: callback.technicianName,
              technicianPhone: callback.technicianPhone,
              technicianState: technicians.get(callback.callbackId)?.state ?? 'none',
              createDate: time(callback.createDate),
              canMove: mayAssign(callbackStatusOf(callback.jobStatus), dispatcher),
            }
          : null,
        canCreate: mayOpenCallback(key.callbackId !== null, dispatcher),
        ...said,
        told: said.told.slice(-MOST_TOLD).reverse(),
        notificationId: incidents[index]?.notificationId ?? null,
        camera: seesVideo && hasCamera(unit) ? 1 : 0,
      },
    ];
  });
}

/** A page of the incidents that the caller sees, whatever the focus. */
export async function findIncidents(
  actor: Actor,
  query: ParsedOf<typeof queryIncidents>,
  language: Language,
  now = Date.now(),
): Promise<OutputOf<typeof queryIncidents>> {
  const { conditions = INCIDENT_CONDITIONS, equipmentNos, pageIndex } = query;
  const showsFaults = (await strategyOf(actor)).dataGroups.includes('faults');
  const saysReleases = pageIndex === 1 && conditions.includes('trapped');
  const [{ keys, total }, released] = await Promise.all([
    readKeys(actor, { conditions, equipmentNos, showsFaults }, query),
    saysReleases ? readReleased(actor, equipmentNos, (await mannersOf(actor, now))(true)) : [],
  ]);
  // Every page asks, and mostly there is none.
  if (keys.length === 0) return { ...page<IncidentRow>([], total, query), released };
  const [reader, units, callbacks] = await Promise.all([
    readerOf(actor, now),
    readUnits(
      actor,
      keys.map(({ equipmentNo }) => equipmentNo),
    ),
    readCallbacks(keys),
  ]);
  const known = keys.flatMap((key): KnownIncident[] => {
    const unit = units.get(key.equipmentNo);
    const callback = callbacks.get(key.callbackId ?? '');
    const isKept =
      callback !== undefined &&
      (callback.personTrapped || reader.since === null || callback.createDate >= reader.since);
    const isShown = reader.dispatcher.seesCallbacks && isKept;
    return unit ? [{ key, unit, callback: isShown ? callback : undefined, freed: freedOf(callback) }] : [];
  });
  return { ...page(await toRows(known, reader, language), total, query), released };
}

/** Units by state, whatever the focus. */
export async function findCounts(actor: Actor): Promise<OutputOf<typeof countIncidents>> {
  return readCounts(actor, (await strategyOf(actor)).dataGroups.includes('faults'));
}
