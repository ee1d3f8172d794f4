import { expect, type Locator } from '@playwright/test';

/**
 * Chooses an entry of the menu at the end of a row. The rows that the server drew give way to the grid a moment after the page
 * came, and an open menu of theirs with them: a person then opens it once more.
 * @param more the button that opens the menu
 */
export async function chooseFurther(more: Locator, entry: string): Promise<void> {
  const item = more.page().getByRole('menuitem', { name: entry });
  await expect(async () => {
    if (!(await item.isVisible())) await more.click({ timeout: 3000 });
    await item.click({ timeout: 3000 });
  }).toPass();
}
