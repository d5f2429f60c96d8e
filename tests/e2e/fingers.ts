import type { Page } from '@playwright/test'

/** The least that a finger is given. */
const FINGER_PX = 44
/** The least where many stand in a row and something as large as a finger leads to the same (WCAG 2.5.5, equivalent). */
const CROWDED_PX = 24
/** The last twelve draws of double: each leads to the chain, as the words below the board do. */
const CROWDED = 'ol[aria-label="Últimos resultados"] button'

type Target = { name: string; width: number; height: number; isCrowded: boolean }

/**
 * What can be pressed on the sheet in sight, or on the page when nothing lies over it, and the place it takes the finger
 * at: its own box, or where that is smaller the pixels around its middle that lead to it. Links within a sentence are as
 * high as its lines (WCAG 2.5.8 excepts them), and what is there for listeners only is pressed by nobody.
 */
const targets = (page: Page): Promise<Target[]> => page.evaluate(measure)

/** Those of them that are smaller than a finger; a pixel is left to rounding. */
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
  /** A field is pressed by its label, too, where that holds it. */
  const placeOf = (part) => part.matches('input, select') ? (part.closest('label') ?? part) : part
  const isThere = (part) => {
    const { width, height } = part.getBoundingClientRect()
    const { clipPath, pointerEvents } = getComputedStyle(part)
    return part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      width > 1 && height > 1 && clipPath === 'none' && pointerEvents !== 'none'
  }
  /** How many pixels in a row lead to this, from its middle on both ways. */
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
