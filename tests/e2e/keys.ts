import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has before the target: past all prices of a match. */
const MAX_TABS = 150

/** A user without a mouse. */
export type Keys = {
  /** Presses Tab until this has the focus; throws if it is never reached. */
  tabTo(what: Locator): Promise<void>
  /** Focuses it and presses a key. */
  press(what: Locator, key?: string): Promise<void>
  /** Focuses it and types. */
  type(what: Locator, words: string): Promise<void>
}

const hasFocus = (what: Locator): Promise<boolean> => what.evaluate((element) => element.matches(':focus'))

/** A busy button has its name and ignores keys. */
const isIdle = (what: Locator): Promise<void> => expect(what).not.toHaveAttribute('aria-busy', 'true')

/** Focuses an enabled element and presses a key on it. */
export async function pressOn(what: Locator, key = 'Enter'): Promise<void> {
  await isIdle(what)
  await what.press(key)
}

/** This page's keyboard. */
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

/** Whether the focused element shows its focus. */
export const isFocusShown = (page: Page): Promise<boolean> =>
  page.evaluate(`getComputedStyle(document.activeElement).outlineStyle === 'solid' &&
    parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 1.5`)
