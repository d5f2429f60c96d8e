import type { Page } from '@playwright/test'

/** The minimum touch size. */
const FINGER_PX = 44
/** The minimum for rows of many where a finger-sized equivalent exists (WCAG 2.5.5). */
const CROWDED_PX = 24
/** The last twelve draws of double: each links to the chain, as the words below do. */
const CROWDED = 'ol[aria-label="Últimos resultados"] button'

type Target = { name: string; width: number; height: number; isCrowded: boolean }

/**
 * The pressable elements of the visible sheet, or of the page, with their touch area: the box, or if smaller the
 * pixels around its centre that hit it. Links in a sentence are as high as its lines (WCAG 2.5.8 exempts them);
 * elements for screen readers only are exempt.
 */
const targets = (page: Page): Promise<Target[]> => page.evaluate(measure)

/** The too small ones; a pixel is tolerated for rounding. */
export const smallTargets = async (page: Page): Promise<Target[]> =>
  (await targets(page)).filter(
    ({ width, height, isCrowded }) => Math.min(width, height) < (isCrowded ? CROWDED_PX : FINGER_PX) - 1,
  )

const measure = `(() => {
  const enough = ${FINGER_PX}
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const pressed = 'a[href], button, summary, select, textarea, input, [role=button], [role=radio], [role=tab], [role=switch]'
  for (const each of document.querySelectorAll('section'))
    if (getComputedStyle(each).contentVisibility === 'auto') each.style.contentVisibility = 'visible'

  const isInSentence = (part) => {
    if (getComputedStyle(part).display !== 'inline') return false
    let block = part.parentElement
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    return /\\p{L}{2}/u.test(block.textContent.replace(part.textContent, ''))
  }
  /** A field's label is pressable too, if it contains the field. */
  const placeOf = (part) => part.matches('input, select') ? (part.closest('label') ?? part) : part
  const isThere = (part) => {
    const { width, height } = part.getBoundingClientRect()
    const { clipPath, pointerEvents } = getComputedStyle(part)
    return part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      width > 1 && height > 1 && clipPath === 'none' && pointerEvents !== 'none'
  }
  /** How many contiguous pixels hit this element, from its centre both ways. */
  const across = (part, box, dx, dy) => {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const leads = (step) => {
      const met = document.elementFromPoint(x + dx * step, y + dy * step)
      return met !== null && (part.contains(met) || met.control === part || (met.closest('label')?.control ?? null) === part)
    }
    const along = (way) => {
      let steps = 0
      while (steps < enough && leads(way * (steps + 1))) steps += 1
      return steps
    }
    return leads(0) ? along(1) + along(-1) + 1 : 0
  }
  const size = (part) => {
    const own = part.getBoundingClientRect()
    if (own.width >= enough - 0.5 && own.height >= enough - 0.5) return [own.width, own.height]
    part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = part.getBoundingClientRect()
    return [Math.max(own.width, across(part, box, 1, 0)), Math.max(own.height, across(part, box, 0, 1))]
  }
  const found = [...new Set([...top.querySelectorAll(pressed)].map(placeOf))]
    .filter((part) => isThere(part) && !isInSentence(part))
    .map((part) => {
      const [width, height] = size(part)
      const name = part.ariaLabel || part.textContent.trim() || part.name || part.id
      return { name: part.tagName.toLowerCase() + ' ' + name.replaceAll(/\\s+/g, ' ').slice(0, 60), width: Math.round(width), height: Math.round(height), isCrowded: part.matches('${CROWDED}') }
    })
  scrollTo({ top: 0, behavior: 'instant' })
  return found
})()`
