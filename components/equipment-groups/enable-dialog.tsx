'use client';

import { useTranslations } from 'next-intl';
import { messageOf } from '@/components/kit/form/server-errors';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { getGroup, queryGroups, saveGroup, type EquipmentGroupRow } from '@/lib/features/equipment-groups/contract';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly row: EquipmentGroupRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Switches the plan of a group on or off, after a question. */
export function EnableDialog({ row: { groupId, groupName, enabled, version }, onSaved, onClose }: Props) {
  const t = useTranslations('equipmentGroups');
  const common = useTranslations('common');
  const kind = enabled ? 'disable' : 'enable';
  return (
    <ConfirmDialog
      isOpen
      title={t(`action.${kind}`)}
      text={t(`ask.${kind}`, { name: groupName })}
      confirmLabel={t(`action.${kind}`)}
      onConfirm={async () => {
        try {
          const { equipmentList, responsible, ...group } = await callSms(getGroup, { groupId });
          const form = {
            groupId,
            groupName,
            projectId: group.projectId,
            remark: group.remark,
            mode: group.mode,
            week: group.week,
            exceptions: group.exceptions,
            equipmentNoList: equipmentList.map(({ equipmentNo }) => equipmentNo),
            responsible: responsible.map(({ username }) => username),
            enabled: !enabled,
            version,
          };
          await mutateSms(saveGroup, form, [queryGroups, getGroup]);
          toast.success(common('success.operation'));
          onSaved();
          onClose();
        } catch (error) {
          toast.error(messageOf(error) ?? common('state.failed'));
        }
      }}
      onClose={onClose}
    />
  );
}
