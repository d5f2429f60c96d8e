import type { Page } from '@playwright/test'

/** What stood on a page at one moment, by the clock of this machine, which the server has too. */
export type Sight<What> = { at: number; what: What }

/**
 * Looks at this page whenever something on it changes, until it is left: what stands there for a moment only cannot be
 * missed, however busy the machine is. `look` is an expression for the page. Answers how to read what was seen so far,
 * without what was the same as the sight before.
 */
export async function watchPage<What>(page: Page, look: string): Promise<() => Promise<Sight<What>[]>> {
  await page.evaluate(`(() => {
    let last = ''
    window.sights = []
    const note = () => {
      const what = ${look}
      const seen = JSON.stringify(what)
      if (seen !== last) window.sights.push({ at: Date.now(), what })
      last = seen
    }
    note()
    const changes = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(note).observe(document, changes)
  })()`)
  return () => page.evaluate<Sight<What>[]>('window.sights')
}
