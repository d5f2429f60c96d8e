import type { Page } from '@playwright/test'

/** The share of a landscape phone's height that bars may cover. */
const MAX_COVERED = 0.4

/** Faults of the top layer: too wide, covered by bars, or its last button cannot be scrolled to. */
export const landscapeFaults = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
    const wide = [document.documentElement, ...(sheet ? [sheet, ...sheet.children] : [])]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.tagName + ' is ' + part.scrollWidth + ' wide')
    if (!sheet) {
      scrollTo(0, innerHeight)
      let covered = 0
      for (let y = 0; y < innerHeight; y += 1) {
        let part = document.elementFromPoint(innerWidth / 2, y)
        while (part && !['fixed', 'sticky'].includes(getComputedStyle(part).position)) part = part.parentElement
        if (part) covered += 1
      }
      scrollTo(0, 0)
      return covered > innerHeight * ${MAX_COVERED} ? [...wide, 'bars cover ' + covered + ' of ' + innerHeight] : wide
    }
    const last = [...sheet.querySelectorAll('button, a[href]')].filter((part) => part.checkVisibility()).at(-1)
    last?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = last?.getBoundingClientRect()
    const isMet = !box || last.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
    return isMet ? wide : [...wide, 'out of reach: ' + last.textContent]
  })()`)
