import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { alerted } from './sheets.ts'

/** An impossible withdrawal looks disabled, says why beside its button, and answers when pressed. */
export async function showsBlockedWithdrawal(page: Page, button: Locator, why: string): Promise<void> {
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(why)
  await button.press('Enter') // a click would wait until it looks enabled
  expect(await alerted(page)).toBe(why)
}
