import type { Locator, Page } from 'playwright-core'

/** The sheet that carries this title. */
export const sheet = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

/** Whether this comes in sight; waits for it as long as a player would. */
export const isSeen = async (what: Locator): Promise<boolean> => {
  await what.waitFor()
  return true
}

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

/** Everything that broke on a page. A refusal is an answer of the server, and the browser logs it as a failed load. */
export const breakages = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !fault.startsWith('Failed to load resource'))

/** Waits until this holds on the page. Asked from outside: the content policy forbids evaluating words inside. */
export async function holds(page: Page, words: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await page.evaluate(`Boolean(${words})`)) return
    await page.waitForTimeout(50)
  }
  throw new Error(`this never came to hold: ${words}`)
}

/** Whether what is typed now goes here. */
export const hasFocus = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element.matches(':focus'))
