import type { Locator, Page } from '@playwright/test'

/** The sheet with this title. */
export const sheet = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

/**
 * Presses a button if it is present and enabled now: one whose label changes with every price would be gone before a
 * waiting click.
 */
export async function pressNow(button: Locator): Promise<void> {
  const handle = (await button.elementHandles())[0]
  await handle?.evaluate((element) => {
    const { disabled, click } = element as unknown as { disabled: boolean; click: () => void }
    if (!disabled) click.call(element)
  })
}

/** Closes a sheet by its button. */
export const closeSheet = async (page: Page, title: string): Promise<void> => {
  await sheet(page, title).getByRole('button', { name: 'Fechar' }).click()
  await sheet(page, title).waitFor({ state: 'hidden' })
}

/** The text of the next alert, after dismissing it. */
export const alerted = async (page: Page): Promise<string> => {
  const alert = page.getByRole('alertdialog')
  const words = await alert.locator('[id]').first().innerText()
  await alert.getByRole('button', { name: 'Eu entendi' }).click()
  await alert.waitFor({ state: 'hidden' })
  return words
}

/**
 * Watches for a toast with these words in each frame: it lasts a second and a half, which on a busy machine is shorter
 * than a query from outside. Call before the action.
 */
export const toasted = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).first().waitFor()
