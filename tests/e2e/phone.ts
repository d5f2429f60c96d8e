import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { noteCaptchas } from './player.ts'

/** A screen in somebody's hand, or on the desk before them. What breaks on it fails the test at its end. */
export type Phone = {
  page: Page
  /** Errors the page raised or logged so far, and answers of our own that a browser reports as failed. */
  faults: () => string[]
  /** With PICTURES=1, keeps a picture of the screen under test-results/pictures, for people to look at. */
  picture: (name: string) => Promise<void>
}

export type Wish = {
  language?: string
  look?: 'dark' | 'light'
  /** Whether it is a wide screen with a pointer that hovers, in place of a phone of 393×852 under a finger. */
  isDesk?: boolean
  /** Whether the service worker keeps the app: a test cannot cut or hold the lines that a worker answers for. */
  keepsShell?: boolean
}

/** The size of a desk: a wide screen with a pointer that hovers. */
export const desk = { viewport: { width: 1440, height: 900 }, hasTouch: false } as const

const faultsOf = new WeakMap<Page, string[]>()

/** Remembers from now on what goes wrong on a page, and which captcha it shows. */
export function listen(page: Page): void {
  faultsOf.set(page, [])
  noteCaptchas(page)
  page.on('pageerror', (error) => faultsOf.get(page)?.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faultsOf.get(page)?.push(`${message.text()} (${message.location().url})`)
  })
}

/** Begins anew with what went wrong on a page. */
export const forgetFaults = (page: Page): void => void faultsOf.set(page, [])

/** The end of a page in a test: no request is held any more, and nothing broke on it. */
export async function closePage(page: Page, allowedFaults: RegExp): Promise<void> {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  const broken = faultsOf.get(page)?.filter((fault) => !allowedFaults.test(fault))
  expect(broken, 'what broke on the page').toEqual([])
}

/** A page in a context of its own. */
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
