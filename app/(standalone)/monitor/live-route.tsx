import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import type { ReactNode } from 'react';
import type { LiveUnitData } from '@/components/live/frame/use-live-unit';
import { LivePageMessage } from '@/components/live/live-page-message';
import { batchEquipmentStatus, getEquipment, listEquipmentFaults } from '@/lib/features/equipment/contract';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { calledState } from '@/lib/live/units/condition';
import type { Actor } from '@/lib/platform/contract/actor';
import { holderOf } from '@/lib/platform/contract/access';
import { isMaster } from '@/lib/platform/contract/authorities';
import { sms } from '@/lib/platform/door/call';

/** What the live pages of all kinds do before rendering: check the caller, find the unit, read its data (doc2 §2.1). */

export type LiveParams = Record<string, string | string[] | undefined>;
export interface LiveRouteProps {
  readonly searchParams: Promise<LiveParams>;
}

/** The first value of a query parameter. */
export const firstOf = (value: string | string[] | undefined) => [value].flat()[0]?.trim();

/** Cached: the title and the page share one call. */
const findUnit = cache((equipmentNo: string) => sms(getEquipment, { equipmentNo }));
const findStatus = cache((equipmentNo: string) => sms(batchEquipmentStatus, { equipmentNoList: [equipmentNo] }));

/** Unit and state, so that each of many tabs says what it shows. A unit that the user may not see gets no title. */
export async function liveMetadata(routeKey: string, searchParams: Promise<LiveParams>): Promise<Metadata> {
  const params = await searchParams;
  const [equipmentNo, at] = [firstOf(params.equipmentNo), firstOf(params.at)];
  const [routes, common] = [await getTranslations('routes'), await getTranslations('common')];
  const found = equipmentNo ? await findUnit(equipmentNo) : undefined;
  const unit = found?.code === 200 ? found.data : null;
  const name = unit?.equipmentName ?? routes(routeKey);
  if (at && routeKey === 'elevator') return { title: `${common('replay')} · ${name}` };
  const status = unit && equipmentNo ? (await findStatus(equipmentNo)).data?.[0] : undefined;
  const state = status ? calledState(status) : 'online';
  return { title: state === 'online' ? name : `${common(`status.${state}`)} · ${name}` };
}

interface LiveRoute {
  /** The kind that the page shows; a unit of another kind gets a link to its own page. */
  readonly displayType: 'EV' | 'ES' | 'WW';
  /** Starts the page's reads at once; their result renders the unit when it arrives. */
  readonly read: (equipmentNo: string) => Promise<(equipment: EquipmentDetail) => ReactNode>;
}

/** A live page for `?equipmentNo=`, after the guard has admitted the user. */
export async function liveRoute(params: LiveParams, { displayType, read }: LiveRoute) {
  const equipmentNo = firstOf(params.equipmentNo);
  if (!equipmentNo) return <LivePageMessage kind="missingNumber" />;

  const unit = findUnit(equipmentNo);
  const page = await read(equipmentNo);
  const equipment = await unit;
  // 400: the number is not one that can exist.
  if (equipment.code === 404 || equipment.code === 400)
    return <LivePageMessage kind="notFound" equipmentNo={equipmentNo} />;
  if (equipment.code === 511) return <LivePageMessage kind="forbidden" equipmentNo={equipmentNo} />;
  if (!equipment.data) return <LivePageMessage kind="failed" equipmentNo={equipmentNo} />;
  if (equipment.data.displayType !== displayType)
    return (
      <LivePageMessage kind="otherType" equipmentNo={equipmentNo} equipment={equipment.data} wanted={displayType} />
    );
  return page(equipment.data);
}

/** What the server reads of a unit while rendering; everything after comes live. */
export async function readPresent(equipmentNo: string, actor: Actor) {
  const [status, faults] = await Promise.all([findStatus(equipmentNo), sms(listEquipmentFaults, { equipmentNo })]);
  return (equipment: EquipmentDetail): LiveUnitData => ({
    equipment,
    status: status.data?.[0] ?? null,
    faults: faults.data?.gbCodeShowList ?? null,
    holder: holderOf(actor),
  });
}

/** Are the hidden test buttons requested by a user who may see them (readings 86)? */
export const showsTests = (actor: Actor, params: LiveParams): boolean =>
  firstOf(params.test) === '1' && isMaster(actor);
