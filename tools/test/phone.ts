import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'

/** A phone in a player's hand, or a desk before them: a page with a memory of what went wrong on it. */
export type Phone = {
  page: Page
  /** Errors the page raised or logged, and answers of our own that a browser reports as failed. */
  faults: () => string[]
  /** Keeps a picture of the screen under test-results/, for people to look at. */
  picture: (name: string) => Promise<void>
  close: () => Promise<void>
}

type Wish = {
  language?: string
  look?: 'dark' | 'light'
  /** Whether it is a wide screen with a pointer that hovers, in place of a phone of 393×852 under a finger. */
  isDesk?: boolean
  /** Whether the service worker keeps the app: a test cannot cut or hold the lines that a worker answers for. */
  keepsShell?: boolean
}

/** How long a screen is waited for. It is no measure of speed: a machine that tests at once may be slow. */
const PATIENCE_MS = 45_000

/**
 * A fresh phone in the browser of the run: no cookies, no storage, Portuguese and dark unless asked otherwise. Closing
 * it leaves the browser to the others.
 */
export async function openPhone({
  language = 'pt-BR',
  look = 'dark',
  isDesk = false,
  keepsShell = false,
}: Wish = {}): Promise<Phone> {
  const browser = await chromium.connect(inject('worlds').browser)
  const page = await browser.newPage({
    viewport: isDesk ? { width: 1440, height: 900 } : { width: 393, height: 852 },
    deviceScaleFactor: 1, // drawing is what a browser without a graphics card spends its time on
    hasTouch: !isDesk,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    colorScheme: look,
    serviceWorkers: keepsShell ? 'allow' : 'block',
  })
  page.setDefaultTimeout(PATIENCE_MS)
  const faults = listen(page)
  return {
    page,
    faults: () => [...faults],
    picture: (name) => picture(page, name),
    close: async () => {
      // A request that a test still holds would fail after its page is gone, when no test catches that.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await browser.close()
    },
  }
}

function listen(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
  })
  return faults
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = resolve(import.meta.dirname, '../../test-results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
