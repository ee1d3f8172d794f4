'use client';

import { createContext, useContext, type ReactNode } from 'react';

/** Opens a dialog in the place of the account's menu; `close` ends it. */
type ShowDialog = (dialog: (close: () => void) => ReactNode) => void;

/** Given by the account's menu to its entries, which come from several features. */
export const AccountDialog = createContext<ShowDialog>(() => undefined);

/** For an entry of the account's menu: the menu closes, the dialog outlives it, and the focus comes back to the menu's button. */
export const useAccountDialog = () => useContext(AccountDialog);
