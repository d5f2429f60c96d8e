import type { Page } from '@playwright/test'

/** Pressable or editable parts of the top sheet, or the page, that are covered or cut after scrolling to them. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const sheet = [...document.querySelectorAll('dialog[open], [role=alertdialog]')].at(-1)
    const isHit = (part) => {
      part.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, top, width, height } = part.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (part.contains(hit) || hit.closest('label')?.contains(part) === true)
    }
    return [...(sheet ?? document.querySelector('main')).querySelectorAll('button, a[href], input, select, textarea')]
      .filter((part) => part.checkVisibility() && !part.matches(':disabled') && part.offsetWidth > 1)
      .filter((part) => !isHit(part))
      .map((part) => part.tagName + ': ' + (part.ariaLabel ?? part.textContent ?? part.name).trim())
  })()`)

/** The lowest of the three phones. */
export const small = { width: 360, height: 560 }

/**
 * Faults of the top layer: it scrolls sideways, or its main action is out of reach. A sheet's is visible at once; a
 * page's at the latest with its form.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
    const wide = [document.documentElement, ...(sheet ? [sheet, ...sheet.children] : [])]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.tagName + ' is ' + part.scrollWidth + ' wide')
    const action = [...(sheet ?? document).querySelectorAll((sheet ? '' : 'main ') + 'button[data-kind=primary]')]
      .find((button) => button.checkVisibility() && !button.closest('header'))
    const isInSight = () => {
      const { left, top, bottom, width, height } = action.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight &&
        action.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    if (!action || isInSight()) return wide
    if (!sheet) (action.closest('form, section') ?? action).scrollIntoView()
    return isInSight() ? wide : [...wide, 'out of reach: ' + action.textContent]
  })()`)
