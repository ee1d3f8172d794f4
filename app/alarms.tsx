import { getTranslations } from 'next-intl/server';
import { ConnectionBanner } from '@/components/incidents/connection-banner';
import { AlarmWatch } from '@/components/incidents/alarm-watch';
import { inStripOrder } from '@/components/incidents/incident-order';
import { responseState } from '@/components/incidents/response-state';
import { STRIP_ROWS, stripConditions } from '@/components/incidents/strip-input';
import { queryIncidents, type IncidentRow } from '@/lib/features/incidents/contract';
import { getStripSettings } from '@/lib/features/notifications/contract';
import { STRIP_DEFAULTS } from '@/lib/features/notifications/value-sets';
import { holderOf, may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { sms } from '@/lib/platform/door/call';

/** Above the pages of a layout: that the connection is lost (readings 249), or the alarm strip; what that shows first is read here (readings 136). */
export async function Alarms({ actor }: { readonly actor: Actor }) {
  const banner = <ConnectionBanner username={actor.username} />;
  if (!may(actor, queryIncidents)) return banner;
  const settings = (await sms(getStripSettings, {})).data ?? STRIP_DEFAULTS;
  const first = await sms(queryIncidents, { conditions: [...stripConditions(settings.faults)], pageSize: STRIP_ROWS });
  const [worst] = inStripOrder(first.data?.records ?? []);
  return (
    <>
      {banner}
      <AlarmWatch
        username={actor.username}
        holder={holderOf(actor)}
        settings={settings}
        first={first.data ?? null}
        words={worst && (await wordsOf(worst))}
      />
    </>
  );
}

/** What the strip says until its code is there. */
async function wordsOf(row: IncidentRow): Promise<string> {
  const t = await getTranslations('incidents');
  const { condition, equipmentName, floor } = row;
  return [
    t(`condition.${condition}`),
    responseState(t, row),
    equipmentName,
    floor === null ? '' : `${t('floor')} ${floor}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
