'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Cover } from '@/components/kit/ui/cover';
import { HistoryIcon } from '@/components/kit/ui/icons';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { hrefOf } from '@/lib/routes';
import { ElevatorView } from '../elevator-view';
import { ShownClockContext } from '../frame/page-clock';
import { useTabVisible } from '../use-environment';
import { ReplayBand } from './replay-band';
import { ReplayPlayer } from './replay-player';
import { useReplayUnit } from './use-replay-unit';

interface Props {
  readonly equipment: EquipmentDetail;
  readonly replay: EquipmentReplay;
}

/** The live elevator page of a past moment (readings 75): the same pictures, fed by recorded values. */
export function ElevatorReplayPage({ equipment, replay }: Props) {
  const [player] = useState(() => new ReplayPlayer(replay));
  const isVisible = useTabVisible();
  useEffect(() => player.setHidden(!isVisible), [player, isVisible]);
  useEffect(() => () => player.pause(), [player]);
  return (
    <ShownClockContext value={player}>
      <ReplayedElevator equipment={equipment} replay={replay} player={player} />
    </ShownClockContext>
  );
}

function ReplayedElevator({ equipment, replay, player }: Props & { readonly player: ReplayPlayer }) {
  const t = useTranslations('live.replay');
  const { unit, isKnown } = useReplayUnit(equipment, replay, player);
  return (
    <ElevatorView
      unit={unit}
      past={
        <ReplayBand
          replay={replay}
          player={player}
          liveHref={hrefOf('elevator', { equipmentNo: equipment.equipmentNo })}
        />
      }
      veil={
        !isKnown && (
          <Cover
            name="no-record"
            tone="neutral"
            icon={<HistoryIcon size={40} />}
            title={t('nothing')}
            text={t('kept')}
          />
        )
      }
    />
  );
}
