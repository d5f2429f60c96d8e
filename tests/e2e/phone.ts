import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { removeDevice } from './device.ts'
import { noteCaptchas } from './player.ts'

/** A phone or desktop page. Errors on it fail the test at its end. */
export type Phone = {
  page: Page
  /** The page's errors and console lines so far, and our own answers that a browser reports as failed. */
  faults: () => string[]
  /** With PICTURES=1, saves a screenshot under test-results/pictures. */
  picture: (name: string) => Promise<void>
}

export type Wish = {
  language?: string
  look?: 'dark' | 'light'
  /** Whether it is a wide screen with a mouse instead of a 393×852 touch phone. */
  isDesk?: boolean
  /** Whether the service worker runs: a test cannot block calls that a worker answers. */
  keepsShell?: boolean
}

/** The size of a desktop: a wide screen with a mouse. */
export const desk = { viewport: { width: 1440, height: 900 }, hasTouch: false } as const

const faultsOf = new WeakMap<Page, string[]>()

/** Records a page's errors and its captcha from now on. */
export function listen(page: Page): void {
  faultsOf.set(page, [])
  noteCaptchas(page)
  page.on('pageerror', (error) => faultsOf.get(page)?.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faultsOf.get(page)?.push(`${message.text()} (${message.location().url})`)
  })
}

/** Clears a page's recorded errors. */
export const forgetFaults = (page: Page): void => void faultsOf.set(page, [])

/** The end of a page in a test: no request is held, no device is left, and no error occurred. */
export async function closePage(page: Page, allowedFaults: RegExp): Promise<void> {
  if (!page.isClosed()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await removeDevice(page)
  }
  const broken = faultsOf.get(page)?.filter((fault) => !allowedFaults.test(fault))
  expect(broken, 'what broke on the page').toEqual([])
}

/** A page in its own context. */
export async function newPage(browser: Browser, wish: Wish = {}): Promise<Page> {
  const { language = 'pt-BR', look = 'dark', isDesk = false, keepsShell = false } = wish
  const options: BrowserContextOptions = {
    viewport: isDesk ? desk.viewport : { width: 393, height: 852 },
    deviceScaleFactor: 1,
    hasTouch: !isDesk,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    colorScheme: look,
    serviceWorkers: keepsShell ? 'allow' : 'block',
  }
  const context = await browser.newContext(options)
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  listen(page)
  return page
}

/** This page as a phone. */
export const phoneOf = (page: Page): Phone => ({
  page,
  faults: () => [...(faultsOf.get(page) ?? [])],
  picture: (name) => picture(page, name),
})

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') return
  const path = resolve(import.meta.dirname, '../../test-results/pictures', `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path })
}
