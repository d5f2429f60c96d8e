import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPhone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { isSeen } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

/** Answers are written down together, a second after the first. */
const WRITTEN_WITHIN_MS = 1500

/** Waits until the worker has the app's files and answers for this page. */
const kept = async (page: Page): Promise<void> => {
  const answers = () => page.evaluate('navigator.serviceWorker.controller !== null')
  await expect.poll(answers, { timeout: 30_000 }).toBe(true)
}

test('without a connection a page never visited opens in the app, and says what is missing', async () => {
  const phone = await openPhone({ keepsShell: true })
  const { page } = phone
  try {
    await page.goto(`${world.url}/home`)
    await kept(page)
    await page.context().setOffline(true)
    for (const [path, title] of [
      ['/footballPage', 'offline-sports'],
      ['/footballPage/1', 'offline-event'],
      ['/paySuccess', 'offline-pay-success'],
    ] as const) {
      await page.goto(`${world.url}${path}`)
      expect(await isSeen(page.getByText('Sem conexão'))).toBe(true)
      expect(await isSeen(page.getByRole('main').first())).toBe(true)
      await phone.picture(title)
    }
    expect(await complaints(page)).toEqual([])

    await page.context().setOffline(false)
    await page.goto(`${world.url}/footballPage?when=week`)
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .waitFor()
  } finally {
    await phone.close()
  }
})

test('without a connection a player reads what was played as it was, and how old that is', async () => {
  const player = await toppedUp(world, await registered(world))
  await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 50_00 })
  const phone = await openPhone({ keepsShell: true })
  const { page } = phone
  try {
    await comeBack(page, world, player, '/registros?tab=games')
    const round = page.getByRole('main').getByText('Dice').first()
    await round.waitFor()
    await kept(page)
    const isWritten = () => page.evaluate(`caches.match('/last-seen').then((found) => found !== undefined)`)
    await expect.poll(isWritten, { timeout: 20_000 }).toBe(true)
    await page.waitForTimeout(WRITTEN_WITHIN_MS)

    await page.context().setOffline(true)
    await page.goto(`${world.url}/registros?tab=games`)
    expect(await isSeen(round)).toBe(true)
    expect(await isSeen(page.getByText('Última atualização'))).toBe(true)
  } finally {
    await phone.close()
  }
})

test('the worker keeps files of the app alone, and leaves the server its own addresses', async () => {
  const phone = await openPhone({ keepsShell: true })
  const { page } = phone
  try {
    await page.goto(`${world.url}/home`)
    await kept(page)
    await page.goto(`${world.url}/footballPage?when=week`)
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .waitFor()
    const files = (await page.evaluate(`(async () => {
      const urls = []
      for (const name of (await caches.keys()).filter((name) => name !== 'last-seen'))
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
      return urls
    })()`)) as string[]
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((path) => !/^\/(?:assets\/|[\w-]+\.(?:html|js|svg)$)/.test(path))).toEqual([])
    const answer = await page.goto(`${world.url}/pay/${'0'.repeat(32)}`)
    expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([404, false])
    const docs = await page.goto(`${world.url}/api/docs`)
    expect([docs?.status(), docs?.fromServiceWorker()]).toEqual([200, false])
    const worker = await fetch(`${world.url}/sw.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'")
  } finally {
    await phone.close()
  }
})
