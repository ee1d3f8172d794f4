'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormLookUp } from '@/components/kit/form/look-up-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { listReportProjects } from '@/lib/features/health-report/project-list-contract';
import { usualMonths } from '@/lib/features/health-report/shared/report-days';
import { MAX_MAILED_PROJECTS, MAX_PROJECTS } from '@/lib/features/health-report/value-sets';
import {
  queryReportSubscriptions,
  saveReportSubscription,
  type ReportSubscription,
} from '@/lib/features/report-subscriptions/contract';
import { LAST_DAY, SUBSCRIPTION_KINDS } from '@/lib/features/report-subscriptions/value-sets';
import { isBranchUser } from '@/lib/platform/auth/accounts/account-types';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { formatDate } from '@/lib/platform/i18n/format';
import { LANGUAGES, parseLanguage } from '@/lib/platform/i18n/languages';

const DAYS = Array.from({ length: LAST_DAY }, (_, index) => index + 1);
/** The day on which the month before is complete and its maintenance is signed. */
const USUAL_DAY = 5;

export type ChosenProject = ReportSubscription['projects'][number];

interface Props {
  /** What is changed; absent: a new one. */
  readonly edited?: ReportSubscription;
  /** What a new one is about at first. */
  readonly chosen: readonly ChosenProject[];
  readonly kinds: readonly { readonly kind: ReportSubscription['kind']; readonly isByDay: boolean }[];
  readonly holder: Holder;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A subscription: which report, of what, to whom, when (readings 100). */
export function SubscriptionForm({ edited, chosen, kinds, holder, onSaved, onClose }: Props) {
  const t = useTranslations('reportSubscriptions');
  const common = useTranslations('common');
  const locale = parseLanguage(useLocale());
  const most = isBranchUser(holder) ? MAX_MAILED_PROJECTS : MAX_PROJECTS;
  const schema = useMemo(
    () =>
      z.object({
        kind: z.enum(SUBSCRIPTION_KINDS),
        projectIds: z.array(z.string()).min(1, t('projectsRequired')).max(most, t('tooMany', { most })),
        emailAddress: z
          .string()
          .trim()
          .min(1, common('field.input', { label: t('field.emailAddress') }))
          .pipe(z.email(t('badEmail'))),
        language: z.enum(LANGUAGES),
        day: z.number(),
        enabled: z.boolean(),
      }),
    [common, most, t],
  );
  type Values = z.input<typeof schema>;
  const known = (edited?.projects ?? chosen).map(projectChoice);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      kind: edited?.kind ?? kinds[0]?.kind ?? 'health',
      projectIds: known.map(({ value }) => value),
      emailAddress: edited?.emailAddress ?? '',
      language: edited?.language ?? locale,
      day: edited?.day ?? USUAL_DAY,
      enabled: edited?.enabled ?? true,
    },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const isByDay = kinds.find((one) => one.kind === kind)?.isByDay ?? true;
  // The names are those of the list behind it, whatever months it stands at.
  const [months] = useState(() => ({ ...usualMonths(formatDate(Date.now())) }));
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'edit' : 'add')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ day, ...values }) => {
        await mutateSms(
          saveReportSubscription,
          { ...values, day: isByDay ? day : null, subscriptionId: edited?.subscriptionId },
          [queryReportSubscriptions],
        );
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormSelect<Values>
        name="kind"
        label={t('field.kind')}
        required
        disabled={edited !== undefined}
        choices={kinds.map((one) => ({ value: one.kind, label: t(`kind.${one.kind}`) }))}
      />
      <FormLookUp<Values, typeof listReportProjects>
        name="projectIds"
        label={t('field.projects')}
        isMultiple
        isRequired
        operation={listReportProjects}
        choiceOf={projectChoice}
        extra={months}
        known={known}
      />
      <FormTextField<Values>
        name="emailAddress"
        label={t('field.emailAddress')}
        required
        slotProps={{ htmlInput: { inputMode: 'email', autoComplete: 'email' } }}
      />
      <FormSelect<Values>
        name="language"
        label={t('field.language')}
        choices={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      {isByDay && (
        <FormSelect<Values>
          name="day"
          label={t('field.day')}
          choices={DAYS.map((value) => ({ value, label: t('dayChoice', { day: value }) }))}
        />
      )}
      <FormSwitch<Values> name="enabled" label={t('field.enabled')} />
    </FormDialog>
  );
}
