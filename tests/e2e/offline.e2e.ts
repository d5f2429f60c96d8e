import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { comeBack, rollElsewhere } from './known-player.ts'
import { scheduleMatch } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

/** Waits until the worker has the app's files and answers for this page. */
const kept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)

/** The answers that the app has written down for later: together, some time after the first. */
const writtenDown = (page: Page): Promise<string> =>
  page.evaluate<string>(`caches.match('/last-seen').then((found) => found?.text() ?? '')`)

test('without a connection a page never visited opens in the app, and says what is missing', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ keepsShell: true })
  await page.goto(`${world.url}/home`)
  await kept(page)
  await page.context().setOffline(true)
  for (const [path, title] of [
    ['/footballPage', 'offline-sports'],
    ['/footballPage/1', 'offline-event'],
    ['/paySuccess', 'offline-pay-success'],
  ] as const) {
    await page.goto(`${world.url}${path}`)
    await expect(page.getByText('Sem conexão')).toBeVisible()
    await expect(page.getByRole('main').first()).toBeVisible()
    await picture(title)
  }
  expect(await complaints(page)).toEqual([])

  await page.context().setOffline(false)
  await page.goto(`${world.url}/footballPage?when=week&day=1`)
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
})

test('without a connection a player reads what was played as it was, and how old that is', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  await rollElsewhere(world, toppedUp, { stakeCents: 100, targetHundredths: 50_00 })
  const { page } = await openPhone({ keepsShell: true })
  await comeBack(page, world, toppedUp, '/registros?tab=games')
  const round = page.getByRole('main').getByText('Dice').first()
  await expect(round).toBeVisible()
  await kept(page)
  await expect.poll(() => writtenDown(page)).toContain('GET /api/app/games/rounds')

  await page.context().setOffline(true)
  await page.goto(`${world.url}/registros?tab=games`)
  await expect(round).toBeVisible()
  await expect(page.getByText('Última atualização')).toBeVisible()
})

test('without a connection the slip and a match stand as they were after a reload', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  const [home, away] = ['Barra do Pequi', 'Vale da Pitomba']
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const { page, picture } = await openPhone({ keepsShell: true })
  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}`)
  const homeWins = page.getByRole('button', { name: new RegExp(`^${home} vence`) }).first()
  await homeWins.click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel(/^Valor da aposta/).fill('10')
  await kept(page)
  await expect.poll(() => writtenDown(page)).toContain('GET /api/app/sportsbook/fixture/:fixtureId')

  await page.context().setOffline(true)
  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  await expect(page.getByText('Sem conexão')).toBeVisible()
  await expect(page.getByText('Última atualização')).toBeVisible()
  await expect(page.getByRole('main').getByText(away).first()).toBeVisible()
  // Seen, and not bet on; what is on the slip can still be taken off.
  await expect(homeWins).toHaveAttribute('data-locked', 'true')
  await expect(page.getByRole('button', { name: new RegExp(`^${away} vence`) }).first()).toBeDisabled()
  await picture('offline-match')
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await expect(slip.getByText(new RegExp(home)).first()).toBeVisible()
  await expect(slip.getByLabel(/^Valor da aposta/)).toHaveValue('10')
  await expect(slip.getByRole('button', { name: /Sem conexão|Apostar/ })).toBeDisabled()
  await picture('offline-slip')
  expect(await complaints(page)).toEqual([])

  await page.context().setOffline(false)
  await expect(slip.getByRole('button', { name: /^Apostar/ })).toBeEnabled()
})

test('the worker keeps files of the app alone, and leaves the server its own addresses', async ({
  openPhone,
  world,
}) => {
  const { page } = await openPhone({ keepsShell: true })
  await page.goto(`${world.url}/home`)
  await kept(page)
  await page.goto(`${world.url}/footballPage?when=week&day=1`)
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
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
})
