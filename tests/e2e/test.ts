import { expect, type Page, test as base } from '@playwright/test'
import { openPreparedApp, type WholeApp } from '../../tools/test/whole-app.ts'
import { type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { closePage, desk, forgetFaults, listen, newPage, type Phone, phoneOf, type Wish } from './phone.ts'
import type { World } from './player.ts'
import { type Walker, walk } from './walk.ts'

/** For `test.use`: not even a failed load may be reported. */
export const strict = { allowedFaults: /(?!)/ }

type Shared = {
  /** The whole app as `npm start` runs it, one per worker, for the worker's lifetime. */
  world: World & Pick<WholeApp, 'dataDir' | 'backofficeUrl'>
  /** The phone of `walker`; tests use that one. */
  walkingPhone: { phone: Phone; walker: Walker }
}

type Given = {
  /** Page reports that do not fail a test: refusals are answers that browsers log as failed loads. */
  allowedFaults: RegExp
  /** A fresh phone: no cookies or storage, Portuguese and dark. `page` is its page. */
  phone: Phone
  /** Opens another phone. */
  openPhone: (wish?: Wish) => Promise<Phone>
  /** A newly registered player. */
  player: KnownPlayer
  /** An identified player with a credited top-up of R$ 100, without a gift. */
  toppedUp: KnownPlayer
  /**
   * Opens one screen of the table after the other for its viewer, on a phone shared by a worker's tests: for tests
   * that look at many screens and change none. It starts each test at 393×852.
   */
  walker: Walker & Phone
}

/** `test` of every journey. Each test has its own phone and player, and needs nothing from another. */
export const test = base.extend<Given, Shared>({
  world: [
    async ({}, use) => {
      const { stop, ...app } = await openPreparedApp()
      await use(app)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  allowedFaults: [/^Failed to load resource/, { option: true }],
  page: async ({ page, allowedFaults }, use) => {
    listen(page)
    await use(page)
    await closePage(page, allowedFaults)
  },
  phone: async ({ page }, use) => use(phoneOf(page)),
  openPhone: async ({ browser, allowedFaults }, use) => {
    const pages: Page[] = []
    await use(async (wish) => {
      const page = await newPage(browser, wish)
      pages.push(page)
      return phoneOf(page)
    })
    for (const page of pages) await closePage(page, allowedFaults)
    for (const page of pages) await page.context().close()
  },
  player: async ({ world }, use) => use(await registered(world)),
  toppedUp: async ({ world, player }, use) => use(await toppedUp(world, player)),
  walkingPhone: [
    async ({ browser, world }, use) => {
      const page = await newPage(browser)
      const phone = phoneOf(page)
      await use({ phone, walker: await walk(world, phone) })
      await page.context().close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  walker: async ({ walkingPhone: { phone, walker }, allowedFaults }, use) => {
    await phone.page.setViewportSize({ width: 393, height: 852 })
    await walker.setLook({ language: 'pt-BR', textPercent: 100 })
    forgetFaults(phone.page)
    await use({ ...phone, ...walker })
    await closePage(phone.page, allowedFaults)
  },
})

export { desk, expect }
