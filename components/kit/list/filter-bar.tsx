'use client';

import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslations } from 'next-intl';
import {
  createContext,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { EMPTY_SHOWN, useHeldSubmit, useTypedBefore } from '@/components/kit/form/before-alive';
import { SearchIcon } from '@/components/kit/ui/icons';
import { lettersOf } from '@/components/kit/ui/letters';
import { toast } from '@/components/kit/ui/toast';
import type { ListTexts } from './column-kinds';
import { CARDS } from './columns';
import { FilterSheet } from './filter-sheet';
import { ALL } from './list-query';
import styles from './filter-bar.module.css';

type Values = Readonly<Record<string, string | number>>;

type FilterCheck = (values: Values) => string | undefined;

interface DraftState {
  readonly values: Values;
  change(name: string, value: string | number): void;
  /** Asked before a search; a text keeps the search back and stands under the filter. */
  readonly checks: Map<string, FilterCheck>;
  readonly problems: Readonly<Record<string, string>>;
  readonly t?: ListTexts;
}
const Draft = createContext<DraftState>({ values: {}, change: () => undefined, checks: new Map(), problems: {} });

interface Props<V extends Values> {
  /** What the list is narrowed by now; the draft follows it, for example after "back". */
  readonly values: V;
  /** Enter or the search button: nothing is asked for before (silent-screens R1). */
  readonly onSearch: (values: V) => void;
  /** Where "reset" leads, for lists whose filters have values of their own; everything empty when absent. */
  readonly unfiltered?: V;
  /** The list's texts: a filter without a label is called `filter.<name>`. */
  readonly t?: ListTexts;
  /** Asked by what uses the filters beside the search, for example the file: are they complete? What is wrong is said. */
  readonly check?: Ref<() => boolean>;
  /** Filters: `FilterText`, `FilterSelect`, or anything else that uses `useFilterDraft`. */
  readonly children: ReactNode;
}

const emptyOf = <V extends Values>(values: V) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? ALL : '']),
  ) as unknown as V;

/** Is somebody typing, or is a dialog open? Then `/` is a character. */
const isBusy = (target: EventTarget | null) =>
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="combobox"], [role="dialog"], [role="alertdialog"]') !== null)) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Filters that say something else than those of a list that nobody has narrowed. */
const countChosen = (values: Values, standing: Values) =>
  Object.entries(values).filter(([name, value]) => value !== standing[name]).length;

/** Filters in one row that wraps; on a phone one button, and the filters in a sheet. `/` leads to the first of them from anywhere on the page. */
export function FilterBar<V extends Values>({ values, onSearch, unfiltered, t: texts, check, children }: Props<V>) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  useHeldSubmit(form);
  const isPhone = useMediaQuery(CARDS);
  const [draft, setDraft] = useState<Values>(values);
  const [checks] = useState(() => new Map<string, FilterCheck>());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const identity = JSON.stringify(values);
  const [seen, setSeen] = useState(identity);
  if (identity !== seen) {
    setSeen(identity);
    setDraft(values);
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), [role="combobox"]')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const judge = (next: Values) => {
    const found = [...checks].flatMap(([name, problemOf]) => {
      const problem = problemOf(next);
      return problem === undefined ? [] : [[name, problem] as const];
    });
    setProblems(Object.fromEntries(found));
    // Under its filter it stays; the toast is for eyes that are elsewhere on a wide page (doc3 §8).
    for (const [, problem] of found) toast.error(problem);
    return found.length === 0;
  };
  useImperativeHandle(check, () => () => judge(draft));
  const search = (next: Values) => {
    if (!judge(next)) return false;
    onSearch(
      Object.fromEntries(
        Object.entries(next).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
      ) as V,
    );
    return true;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(draft);
  };
  const reset = () => {
    const empty = unfiltered ?? emptyOf(values);
    setDraft(empty);
    onSearch(empty);
  };
  const fields = (
    <Draft
      value={{
        values: draft,
        change: (name, value) => setDraft((before) => ({ ...before, [name]: value })),
        checks,
        problems,
        t: texts,
      }}
    >
      {children}
    </Draft>
  );
  const label = t('list.filters.label');
  if (isPhone)
    return (
      <FilterSheet
        label={label}
        count={countChosen(values, unfiltered ?? emptyOf(values))}
        form={form}
        onSubmit={(event) => {
          event.preventDefault();
          return search(draft);
        }}
        onReset={reset}
        onDiscard={() => setDraft(values)}
      >
        {fields}
      </FilterSheet>
    );
  return (
    <form ref={form} className={styles.bar} role="search" aria-label={label} onSubmit={submit}>
      {fields}
      <div className={styles.buttons}>
        <Button type="submit" variant="outlined" color="primary" startIcon={<SearchIcon size={16} />}>
          {t('common.action.search')}
        </Button>
        <Button onClick={reset}>{t('common.action.reset')}</Button>
      </div>
    </form>
  );
}

/** Value of a filter that is not searched for yet, and its setter. */
export function useFilterDraft(name: string): [string | number, (value: string | number) => void] {
  const { values, change } = useContext(Draft);
  return [values[name] ?? '', (value) => change(name, value)];
}

/** What a filter is called. */
export function useFilterLabel(name: string, label?: string): string {
  const { t } = useContext(Draft);
  return label ?? t?.(`filter.${name}`) ?? name;
}

/** The choices of a filter: given, or values with the words of the list's texts, `<name>.<value>`. */
export function useFilterChoices({ name, choices, values }: ChoiceProps): readonly FilterChoice[] {
  const { t } = useContext(Draft);
  return choices ?? values?.map((value) => ({ value, label: t?.(`${name}.${value}`) ?? String(value) })) ?? [];
}

/**
 * A rule that a search has to keep, for example that a range has both ends. `check` is of the module or kept with
 * `useCallback`. @returns what is wrong, in words
 */
export function useFilterCheck(name: string, check: FilterCheck): string | undefined {
  const { checks, problems } = useContext(Draft);
  useEffect(() => {
    checks.set(name, check);
    return () => void checks.delete(name);
  }, [checks, name, check]);
  return problems[name];
}

interface TextProps {
  readonly name: string;
  readonly label?: string;
  /** As the person types, for example upper case. */
  readonly format?: (text: string) => string;
  /** 200 characters as everywhere (doc1 §5). */
  readonly maxLength?: number;
}

/** A keyword. Enter searches. */
export function FilterText({ name, label: given, format = (text) => text, maxLength = 200 }: TextProps) {
  const label = useFilterLabel(name, given);
  const [value, setValue] = useFilterDraft(name);
  const input = useRef<HTMLInputElement>(null);
  useTypedBefore(input, String(value), (typed) => setValue(format(typed)));
  return (
    <TextField
      className={styles.text}
      style={{ '--label': lettersOf(label) } as CSSProperties}
      label={label}
      value={value}
      inputRef={input}
      onChange={(event) => setValue(format(event.target.value))}
      placeholder={EMPTY_SHOWN}
      slotProps={{ htmlInput: { maxLength, enterKeyHint: 'search', autoComplete: 'off', spellCheck: false } }}
    />
  );
}

export interface FilterChoice {
  readonly value: number | string;
  readonly label: string;
}

export interface ChoiceProps {
  readonly name: string;
  readonly label?: string;
  readonly choices?: readonly FilterChoice[];
  /** Instead of choices: the words are `<name>.<value>`. */
  readonly values?: readonly (number | string)[];
}

/** One of a few choices, or all. */
export function FilterSelect({ hasAll = true, ...choice }: ChoiceProps & { readonly hasAll?: boolean }) {
  const t = useTranslations('list.filters');
  const label = useFilterLabel(choice.name, choice.label);
  const choices = useFilterChoices(choice);
  const [value, setValue] = useFilterDraft(choice.name);
  const isText = typeof value === 'string';
  return (
    <TextField
      className={styles.select}
      select
      label={label}
      value={value}
      onChange={(event) => setValue(isText ? event.target.value : Number(event.target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {hasAll && <MenuItem value={isText ? '' : ALL}>{t('all')}</MenuItem>}
      {choices.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
