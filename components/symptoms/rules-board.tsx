'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { deleteRule, listRules, type RuleRow } from '@/lib/features/detector/contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { RuleDialog } from './rule-dialog';
import { TrialDialog } from './trial-dialog';
import styles from './rules-board.module.css';

type Setting = RuleRow['settings'][number];
type Task =
  | { readonly kind: 'set'; readonly rule: RuleRow; readonly setting?: Setting }
  | { readonly kind: 'try'; readonly rule: RuleRow };

/** A rule's numbers, and its settings from the widest to the narrowest. */
function RuleItem({ rule, onTask }: { readonly rule: RuleRow; readonly onTask: (task: Task) => void }) {
  const t = useTranslations('symptoms');
  const failureText = useFailureText();
  const isOff = rule.settings.some(({ scope, enabled }) => scope === 'all' && !enabled);
  const numbersOf = (numbers: Readonly<Record<string, number>>) =>
    rule.numbers
      .filter(({ name }) => numbers[name] !== undefined)
      .map(({ name, unit }) => `${t(`rules.number.${name}`)} ${numbers[name]} ${t(`rules.unit.${unit}`)}`.trim())
      .join(' · ');
  const remove = async ({ scope, target }: Setting) => {
    try {
      await mutateSms(deleteRule, { rule: rule.rule, scope, target }, [listRules]);
    } catch (failure) {
      toast.error(failureText(failure));
    }
  };
  return (
    <li className={styles.rule} data-off={isOff || undefined}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {rule.rule} {t(`rule.${rule.rule}`)}
        </h2>
        <p className={styles.facts}>
          {[t(`rules.kind.${rule.kind}`), t(`rules.action.${rule.action}`), ...(isOff ? [t('rules.off')] : [])].join(
            ' · ',
          )}
        </p>
      </div>
      <p className={styles.numbers}>
        {numbersOf(Object.fromEntries(rule.numbers.map(({ name, value }) => [name, value]))) || t('rules.noNumbers')}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={() => onTask({ kind: 'set', rule })}>
          {t('rules.set')}
        </Button>
        {rule.kind === 'live' && (
          <Button size="small" onClick={() => onTask({ kind: 'try', rule })}>
            {t('rules.try')}
          </Button>
        )}
      </div>
      {rule.settings.length > 0 && (
        <ul className={styles.settings}>
          {rule.settings.map((setting) => (
            <li key={`${setting.scope} ${setting.target ?? ''}`}>
              <span>
                {[t(`rules.scope.${setting.scope}`), setting.target, t(setting.enabled ? 'rules.on' : 'rules.off')]
                  .filter(Boolean)
                  .join(' ')}
                {numbersOf(setting.numbers) && `: ${numbersOf(setting.numbers)}`}
              </span>
              <Button size="small" onClick={() => onTask({ kind: 'set', rule, setting })}>
                {t('rules.change')}
              </Button>
              <Button size="small" color="error" onClick={() => void remove(setting)}>
                {t('rules.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The rules that find symptoms: what is on, with which numbers, for whom (readings 81). */
export function RulesBoard() {
  const t = useTranslations('symptoms.rules');
  const failureText = useFailureText();
  const [task, setTask] = useState<Task>();
  const { data, error, isValidating, mutate } = useSms(listRules, {});
  if (!data)
    return error ? (
      <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
    ) : (
      <LoadingState />
    );
  return (
    <section aria-label={t('title')}>
      {!data.isOn && <p role="note">{t('imported')}</p>}
      <ul className={styles.rules}>
        {data.rules.map((rule) => (
          <RuleItem key={rule.rule} rule={rule} onTask={setTask} />
        ))}
      </ul>
      {task?.kind === 'set' && <RuleDialog rule={task.rule} edited={task.setting} onClose={() => setTask(undefined)} />}
      {task?.kind === 'try' && <TrialDialog rule={task.rule} onClose={() => setTask(undefined)} />}
    </section>
  );
}
