import type { Page } from '@playwright/test'

const PRESSED = 'a[href], button, summary, label:has(input, select), [role=radio]'
/** What is chosen already, cannot be pressed, or is typed into answers a pointer in no colour of its own. */
const STANDING =
  ':disabled, [aria-disabled=true], [aria-disabled=true] *, [aria-pressed=true], [aria-checked=true], [aria-current], [data-chosen], :has(:checked)'

/**
 * Lays a pointer over all that can be pressed on this page at once, and over what it stands in; names what looks the same
 * as before. Where nothing does it stays so, for other measures, until the page is left.
 */
export async function hoverAll(page: Page): Promise<string[]> {
  const before = await looks(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument', { depth: 0 })
  const selector = `:is(${PRESSED}), :has(:is(a[href], button, summary, input, select)), :is(${PRESSED}) *`
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  // A part that went meanwhile takes none.
  const force = async (forcedPseudoClasses: string[]): Promise<boolean> => {
    const forced = await Promise.allSettled(
      nodeIds.map((nodeId) => browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
    )
    return forced.every(({ status }) => status === 'fulfilled')
  }
  const isWhole = await force(['hover'])
  const after = await looks(page)
  // Prices, scores and clocks move all the time, and make no other page of it.
  const parts = (found: readonly Look[]) => found.map(({ name }) => name.replace(/[\d.,:]+/g, '#')).join()
  const hasChanged = !isWhole || parts(after) !== parts(before)
  const same = after.flatMap(({ name, look }, at) => (look === before[at]?.look ? [name] : []))
  const found = hasChanged ? ['the page, which is still coming'] : same
  // The pointer is taken away again, so that another look begins without it. Detaching alone takes it away some time
  // later: then the next look would begin with it, and find that nothing answers.
  if (found.length > 0) {
    await force([])
    await browser.detach()
  }
  return found
}

type Look = { name: string; look: string }

/** Colours, frames and lines of each part that can be pressed, of what is in it, and of the card or row it fills. */
const looks = (page: Page): Promise<Look[]> =>
  page.evaluate(`(() => {
    const styleOf = (part, pseudo) => {
      const { color, backgroundColor, backgroundImage, boxShadow, textDecorationLine, content } = getComputedStyle(part, pseudo)
      return [color, backgroundColor, backgroundImage, boxShadow, textDecorationLine, pseudo ? content : ''].join()
    }
    const isThere = (part) => {
      const { width, height } = part.getBoundingClientRect()
      return part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
    }
    const around = (part) => [part.parentElement, part.closest('li, article')].filter(Boolean)
    return [...document.querySelectorAll('${PRESSED}')]
      .filter((part) => isThere(part) && !part.matches('${STANDING}') && !part.closest('[inert]'))
      .map((part) => ({
        name: part.tagName.toLowerCase() + ' ' + (part.ariaLabel || part.textContent).trim().slice(0, 60),
        look: [part, ...around(part), ...part.querySelectorAll('*')]
          .flatMap((each) => [styleOf(each), styleOf(each, '::before'), styleOf(each, '::after')]).join(';'),
      }))
  })()`)
