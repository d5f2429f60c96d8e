import type { Page } from '@playwright/test'

const PRESSED = 'a[href], button, summary, label:has(input, select), [role=radio]'
/** Selected, disabled and input elements have no hover style of their own. */
const STANDING =
  ':disabled, [aria-disabled=true], [aria-disabled=true] *, [aria-pressed=true], [aria-checked=true], [aria-current], [data-chosen], :has(:checked)'

/**
 * Hovers over all pressable elements and their containers at once; lists those that look unchanged. If none do, the
 * hover stays for other measurements until the page is left.
 */
export async function hoverAll(page: Page): Promise<string[]> {
  const before = await looks(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument', { depth: 0 })
  const selector = `:is(${PRESSED}), :has(:is(a[href], button, summary, input, select)), :is(${PRESSED}) *`
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  // A part removed meanwhile is skipped.
  const force = async (forcedPseudoClasses: string[]): Promise<boolean> => {
    const forced = await Promise.allSettled(
      nodeIds.map((nodeId) => browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
    )
    return forced.every(({ status }) => status === 'fulfilled')
  }
  const isWhole = await force(['hover'])
  const after = await looks(page)
  // Prices, scores and clocks change constantly, and do not count as another page.
  const parts = (found: readonly Look[]) => found.map(({ name }) => name.replace(/[\d.,:]+/g, '#')).join()
  const hasChanged = !isWhole || parts(after) !== parts(before)
  const same = after.flatMap(({ name, look }, at) => (look === before[at]?.look ? [name] : []))
  const found = hasChanged ? ['the page, which is still coming'] : same
  // Removes the hover, so that the next check starts without it. Detaching alone removes it later, and the next check
  // would find no difference.
  if (found.length > 0) {
    await force([])
    await browser.detach()
  }
  return found
}

type Look = { name: string; look: string }

/** Colours, borders and outlines of each pressable element, its content, and the card or row it fills. */
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
