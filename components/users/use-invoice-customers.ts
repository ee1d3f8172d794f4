'use client';

import { useEffect, useState } from 'react';
import { useSms } from '@/lib/platform/client/hooks';
import { listInvoiceCustomers } from '@/lib/features/users/invoice-contract';
import { type InvoiceCustomer } from '@/lib/features/users/account-contract';

/** Waiting time before the customers are requested (doc1 §9). */
export const INVOICE_DEBOUNCE_MS = 600;

interface Customers {
  readonly customers: readonly InvoiceCustomer[];
  /** The customers are those of the chosen projects; false while they are loading. */
  readonly isKnown: boolean;
}

const NONE: readonly InvoiceCustomer[] = [];

/**
 * Invoice customers of the chosen projects, requested after the user stops choosing. @param isWanted the account has
 * the invoice role
 */
export function useInvoiceCustomers(projectIds: readonly string[], isWanted: boolean): Customers {
  const wanted = isWanted ? projectIds.join(',') : '';
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), INVOICE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data } = useSms(listInvoiceCustomers, asked === '' ? null : { projectIds: asked });
  const isKnown = wanted !== '' && asked === wanted && data !== undefined;
  return { customers: isKnown ? data : NONE, isKnown };
}
