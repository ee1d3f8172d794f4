'use client';

import { createContext, useContext, type ReactNode } from 'react';

/** Opens a dialog from the account menu; `close` ends it. */
type ShowDialog = (dialog: (close: () => void) => ReactNode) => void;

/** The account menu gives this to its entries, which come from several features. */
export const AccountDialog = createContext<ShowDialog>(() => undefined);

/** For an entry of the account menu: the menu closes, the dialog stays, and the focus returns to the menu's button. */
export const useAccountDialog = () => useContext(AccountDialog);
