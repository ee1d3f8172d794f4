import { useTranslations } from 'next-intl';
import { textLink } from '@/components/kit/ui/text-link';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { ProGatewayRow } from '@/lib/features/pro-gateways/contract';
import { displayTypeOf, onlineWord } from '@/lib/live/units/value-sets';
import type { Holder } from '@/lib/platform/contract/authorities';
import inner from '@/components/kit/ui/inner-table.module.css';
import styles from './port-table.module.css';

/** The units on the ports of a gateway (silent-screens A2). */
export function PortTable({
  row: { gatewayNo, units },
  holder,
}: {
  readonly row: ProGatewayRow;
  readonly holder: Holder;
}) {
  const t = useTranslations('proGateways');
  const common = useTranslations('common');
  if (units.length === 0) return <p className={styles.none}>{t('noUnits')}</p>;
  return (
    <div className={inner.scroll} tabIndex={0} role="group" aria-label={t('unitsOf', { no: gatewayNo })}>
      <table className={inner.table}>
        <thead>
          <tr>
            {(['port', 'equipmentNo', 'equipmentName', 'equipmentType', 'onlineStatus'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`unit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {units.map(({ port, equipmentNo, equipmentName, equipmentType, onlineStatus }) => {
            const word = onlineWord(onlineStatus);
            return (
              <tr key={port}>
                <td>{port}</td>
                <td>
                  {textLink(equipmentNo, detailHref(holder, equipmentNo), t('openEquipment', { no: equipmentNo }))}
                </td>
                <td>{equipmentName}</td>
                <td>{common(`equipment.${displayTypeOf(equipmentType)}`)}</td>
                <td>{word ? <StatusPill status={word} look="plain" /> : common('missing')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
