import type { BothLanguages } from '@/lib/features/screens/player/texts';

/** The same in Chinese and in English, one after the other. */
export function BothWords({ of: { zh, en } }: { readonly of: BothLanguages }) {
  return (
    <>
      <span lang="zh-CN">{zh}</span> <span lang="en">{en}</span>
    </>
  );
}
