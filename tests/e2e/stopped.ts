import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { alerted } from './sheets.ts'

/**
 * A withdrawal that cannot be looks as if it could not be pressed, says why beside its button, and tells whoever presses
 * it all the same.
 */
export async function refusesToLeave(page: Page, button: Locator, why: string): Promise<void> {
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(why)
  await button.press('Enter') // a click would wait until it looks as if it could be pressed
  expect(await alerted(page)).toBe(why)
}
