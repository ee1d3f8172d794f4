'use client';

import { useId, useState, type InputHTMLAttributes } from 'react';
import { linkScreen } from '@/lib/features/screens/contract';
import type { ScreenLink } from '@/lib/features/screens/player/kept-screen';
import type { BothLanguages, PlayerTextKey, PlayerTexts } from '@/lib/features/screens/player/texts';
import { callSms, SmsError } from '@/lib/platform/client/client';
import { BothWords } from './both-words';
import styles from './player.module.css';

interface Props {
  readonly texts: PlayerTexts;
  /** The screen whose key has just ended. */
  readonly endedNo?: string;
  readonly onLinked: (link: ScreenLink) => void;
}

function failureOf(error: unknown): PlayerTextKey {
  if (!(error instanceof SmsError)) return 'noServer';
  if (error.code === 429) return 'tooMany';
  return error.code === 400 ? 'badCode' : 'noServer';
}

/** Asks for number and code, once: the key that they give stays in this browser's local storage. */
export function LinkForm({ texts, endedNo, onLinked }: Props) {
  const [screenNo, setScreenNo] = useState(endedNo ?? '');
  const [code, setCode] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<PlayerTextKey | undefined>(endedNo === undefined ? undefined : 'ended');
  const send = async () => {
    setIsSending(true);
    setFailure(undefined);
    const number = screenNo.trim();
    try {
      const { key } = await callSms(linkScreen, { screenNo: number, code });
      onLinked({ screenNo: number, key });
    } catch (error) {
      setFailure(failureOf(error));
      setCode('');
      setIsSending(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h1>
        <BothWords of={texts.linkTitle} />
      </h1>
      <p className={styles.hint}>
        <BothWords of={texts.linkHint} />
      </p>
      <fieldset disabled={isSending}>
        <Field label={texts.screenNo} value={screenNo} onValue={setScreenNo} maxLength={40} autoFocus={!endedNo} />
        <Field
          label={texts.code}
          rule={texts.codeRule}
          value={code}
          onValue={setCode}
          maxLength={8}
          pattern="[0-9]{8}"
          inputMode="numeric"
          autoFocus={!!endedNo}
        />
        <button type="submit">
          <BothWords of={texts.submit} />
        </button>
      </fieldset>
      <p role="alert" className={styles.failure}>
        {failure && <BothWords of={texts[failure]} />}
      </p>
    </form>
  );
}

interface FieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'maxLength' | 'pattern' | 'inputMode' | 'autoFocus'
> {
  readonly label: BothLanguages;
  readonly rule?: BothLanguages;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Field({ label, rule, onValue, ...input }: FieldProps) {
  const id = useId();
  return (
    <p className={styles.field}>
      <label htmlFor={id}>
        <BothWords of={label} />
        {rule && (
          <small>
            <BothWords of={rule} />
          </small>
        )}
      </label>
      <input
        id={id}
        required
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onValue(target.value)}
        {...input}
      />
    </p>
  );
}
