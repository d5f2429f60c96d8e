import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has before what is looked for: past all prices of a match. */
const MAX_TABS = 150

/** Somebody without a mouse. */
export type Keys = {
  /** Presses Tab until this has the focus; throws where no tab leads there. */
  tabTo(what: Locator): Promise<void>
  /** Goes there and presses a key on it. */
  press(what: Locator, key?: string): Promise<void>
  /** Goes there and types. */
  type(what: Locator, words: string): Promise<void>
}

const hasFocus = (what: Locator): Promise<boolean> => what.evaluate((element) => element.matches(':focus'))

/** A button whose work is under way has its name and takes no key. */
const isIdle = (what: Locator): Promise<void> => expect(what).not.toHaveAttribute('aria-busy', 'true')

/** Presses a key on what can be pressed now, with the focus put there. */
export async function pressOn(what: Locator, key = 'Enter'): Promise<void> {
  await isIdle(what)
  await what.press(key)
}

/** The keyboard of this page. */
export function keysOf(page: Page): Keys {
  const tabTo = async (what: Locator) => {
    await what.waitFor()
    for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
      if (await hasFocus(what)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${MAX_TABS} tabs do not lead to ${String(what)}`)
  }
  return {
    tabTo,
    async press(what, key = 'Enter') {
      await tabTo(what)
      await isIdle(what)
      await page.keyboard.press(key)
    },
    async type(what, words) {
      await tabTo(what)
      await page.keyboard.type(words)
    },
  }
}

/** Whether what has the focus shows that it has. */
export const isFocusShown = (page: Page): Promise<boolean> =>
  page.evaluate(`getComputedStyle(document.activeElement).outlineStyle === 'solid' &&
    parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 1.5`)
