'use client';

import { HOLD_FORMS } from '@/components/kit/form/before-alive';
import { ReadyMark } from './ready-mark';

/** A page whose scripts are not loaded by then has failed (doc1 §9, readings 24). */
const TIMEOUT_MS = 120_000;

/** Runs before any other script and so uses none: reports a failed load unless the page became ready. */
const WATCH = `(function(){var d=document,s=d.currentScript,o=false;
function show(){if(o||d.documentElement.dataset.ready!==undefined)return;o=true;var b=d.createElement('div'),a=d.createElement('button');
b.setAttribute('role','alert');b.className='resource-failure';b.textContent=s.dataset.text;a.type='button';a.textContent=s.dataset.action;a.onclick=function(){location.reload()};b.appendChild(a);d.body.appendChild(b)}
addEventListener('error',function(e){var t=e.target;if(t&&t.tagName==='SCRIPT'&&t.src.indexOf('/_next/')>=0)show()},true);
setTimeout(show,${TIMEOUT_MS})})()`;

/**
 * zod tests with `eval` whether it may compile its schemas. The policy forbids that, and each test is reported as a
 * violation.
 */
const NO_EVAL = 'globalThis.__zod_globalConfig={jitless:true};';

interface Props {
  readonly nonce?: string;
  /** `error.chunkFailed` and `error.refresh`, in the page's language. */
  readonly text: string;
  readonly action: string;
}

/**
 * Must be before every other script. It watches the first load and reports scripts that fail or are not loaded within
 * 120 s (silent-screens B11).
 */
export function ResourceWatch({ nonce, text, action }: Props) {
  return (
    <>
      <script
        nonce={nonce}
        data-text={text}
        data-action={action}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: NO_EVAL + HOLD_FORMS + WATCH }}
      />
      <ReadyMark />
    </>
  );
}
