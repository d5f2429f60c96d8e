import type { Locator, Page } from '@playwright/test'

/** The sheet that carries this title. */
export const sheet = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

/**
 * Presses a button if it is there and can be pressed at this moment: one whose words change with every price would
 * be gone before a click that waits for it comes down.
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

/** What the alert that comes up says, once it is understood. */
export const alerted = async (page: Page): Promise<string> => {
  const alert = page.getByRole('alertdialog')
  const words = await alert.locator('[id]').first().innerText()
  await alert.getByRole('button', { name: 'Eu entendi' }).click()
  await alert.waitFor({ state: 'hidden' })
  return words
}

/**
 * Looks out for a toast with these words, in each frame of the page: it is gone after a second and a half, which on a busy
 * machine is shorter than the way of a question from outside. Asked for before what brings it.
 */
export const toasted = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).first().waitFor()
