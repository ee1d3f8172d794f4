import { SYMPTOM_LIMITS } from '@/lib/features/symptoms/internal/limits';
import { takeUnanswered } from '@/lib/features/symptoms/internal/timers';
import type { UnansweredSymptom } from '@/lib/features/symptoms/internal/timers';
import { symptomWord } from '@/lib/features/notifications/internal/words';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import type { NoticeWord, NoticeWords } from '@/lib/features/notifications/internal/words';
import { db } from '@/lib/platform/db/client';
import { letPass, TOO_LATE_MS, notifyStep } from '../steps';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { EscalatedIncident } from '../steps';

/**
 * A symptom that nobody took in time becomes NOT_PROCESSED, and the next rank is notified (silent-screens F2, readings
 * 154): those who run the branch, or the head office when the branch has nobody. One transaction, so that it happens
 * once.
 */

const WAITS = { maxWait: 20_000, timeout: 60_000 };
/** Symptoms of persons at risk and of stopped units get a notice each. */
const ALONE = ['A', 'B'];
const MOST_NAMES = 5;

function timeOf(category: string): NoticeWord {
  const sec = Object.entries(SYMPTOM_LIMITS).find(([name]) => name === category)?.[1].takenSec ?? 0;
  return sec < 3600
    ? { namespace: 'escalation', key: 'unanswered.minutes', params: { count: sec / 60 } }
    : { namespace: 'escalation', key: 'unanswered.hours', params: { count: sec / 3600 } };
}

const incidentOf = (symptom: UnansweredSymptom): EscalatedIncident => ({
  equipmentNo: symptom.equipmentNo,
  branchCode: symptom.branchCode,
  objectId: symptom.symptomId,
  isSymptom: true,
  isTrapped: tellsEntrapment(symptom),
});

function wordsOf([first, ...others]: readonly [UnansweredSymptom, ...UnansweredSymptom[]]): NoticeWords {
  const { category, equipmentName: name, equipmentNo: no, symptomTitle } = first;
  if (others.length === 0)
    return {
      namespace: 'escalation',
      title: 'unanswered.title',
      message: 'unanswered.message',
      params: { name, no, symptom: symptomWord(symptomTitle), time: timeOf(category) },
    };
  const all = [first, ...others];
  const names = all.slice(0, MOST_NAMES).map(({ equipmentName, equipmentNo }) => `${equipmentName} (${equipmentNo})`);
  const count = all.length;
  return {
    namespace: 'escalation',
    title: 'unanswered.titleMany',
    message: 'unanswered.messageMany',
    params: { count, category, names: `${names.join(', ')}${count > MOST_NAMES ? ', …' : ''}` },
  };
}

async function tell(
  sql: Transaction,
  group: readonly [UnansweredSymptom, ...UnansweredSymptom[]],
  now: number,
): Promise<void> {
  const [first] = group;
  const step = { symptomId: first.symptomId, level: 0 };
  await notifyStep(sql, incidentOf(first), step, { from: 'branch', now, words: wordsOf(group) });
}

/** Moves the symptoms that nobody took in time, and notifies. @returns how many symptoms were moved */
export async function notifyUnanswered(at: Date): Promise<number> {
  const now = at.getTime();
  return db().$transaction(async (sql) => {
    const found = await takeUnanswered(sql, at);
    const groups = new Map<string, [UnansweredSymptom, ...UnansweredSymptom[]]>();
    for (const symptom of found) {
      const { symptomId, category, branchCode, dueDate } = symptom;
      // Old symptoms notify nobody.
      if (now > dueDate.getTime() + TOO_LATE_MS) {
        await letPass(sql, incidentOf(symptom), { symptomId, level: 0 }, now);
        continue;
      }
      const key = ALONE.includes(category) ? symptomId : `${branchCode} ${category}`;
      const group = groups.get(key);
      if (group) group.push(symptom);
      else groups.set(key, [symptom]);
    }
    for (const group of groups.values()) await tell(sql, group, now);
    return found.length;
  }, WAITS);
}
