import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Phone } from './phone.ts'
import { complaints, settled } from './accessible.ts'

/** Looks at the narrowest screen, and at that of most phones. */
export async function atWidths(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of [320, 393]) {
    await page.setViewportSize({ width, height: 852 })
    await look(width)
  }
}

/** Nothing runs over the edge, and nobody is shut out, in the dark and in the light; pictures show both. */
export async function fits({ page, picture }: Phone, name: string): Promise<void> {
  expect(await complaints(page)).toEqual([])
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  if (process.env['PICTURES'] !== '1') return // nobody would look at the other theme
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await settled(page)
    await picture(`${name}-${theme}`)
  }
}

/** The same at both widths. */
export const fitsEverywhere = (phone: Phone, name: string): Promise<void> =>
  atWidths(phone.page, (width) => fits(phone, `${name}-${width}`))
