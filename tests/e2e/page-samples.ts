import type { Page } from '@playwright/test'

/** A page's state at one moment, by this machine's clock, which the server shares. */
export type PageSample<What> = { at: number; what: What }

/**
 * Samples this page on every DOM change until it is left, so that brief states cannot be missed. `look` is an
 * expression for the page. Returns a reader of the samples so far, without repetitions.
 */
export async function watchPage<What>(page: Page, look: string): Promise<() => Promise<PageSample<What>[]>> {
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
  return () => page.evaluate<PageSample<What>[]>('window.sights')
}
