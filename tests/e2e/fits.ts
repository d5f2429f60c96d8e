import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Phone } from './phone.ts'
import { complaints, settled } from './accessible.ts'

/** Checks the narrowest screen, and that of most phones. */
export async function atWidths(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of [320, 393]) {
    await page.setViewportSize({ width, height: 852 })
    await look(width)
  }
}

/** No overflow and no axe findings, in dark and light; screenshots show both. */
export async function fits({ page, picture }: Phone, name: string): Promise<void> {
  expect(await complaints(page)).toEqual([])
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  if (process.env['PICTURES'] !== '1') return // otherwise nobody would check the other theme
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await settled(page)
    await picture(`${name}-${theme}`)
  }
}

/** The same at both widths. */
export const fitsEverywhere = (phone: Phone, name: string): Promise<void> =>
  atWidths(phone.page, (width) => fits(phone, `${name}-${width}`))
