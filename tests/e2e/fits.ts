import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Phone } from '../../tools/test/phone.ts'
import { complaints, settled } from './accessible.ts'

/** Looks at the narrowest screen, and at that of most phones. */
export async function atWidths(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of [320, 393]) {
    await page.setViewportSize({ width, height: 852 })
    await look(width)
  }
}

/** Nothing runs over the edge, and nobody is shut out, in the dark and in the light; both are kept to be looked at. */
export async function fits({ page, picture }: Phone, name: string): Promise<void> {
  expect(await complaints(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await settled(page)
    await picture(`${name}-${theme}`)
  }
}

/** The same at both widths. */
export const fitsEverywhere = (phone: Phone, name: string): Promise<void> =>
  atWidths(phone.page, (width) => fits(phone, `${name}-${width}`))
