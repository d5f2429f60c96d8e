import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { unreadable } from '../../tools/pictures/measure.ts'
import { complaints } from './accessible.ts'
import { clockOf } from './clock.ts'
import { comeBack, rollElsewhere } from './known-player.ts'
import { scheduleMatch } from './player.ts'
import { sheet } from './sheets.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'

/** Waits until the worker has cached the app's files and controls this page. */
const kept = async (page: Page): Promise<void> => {
  // Caching takes longer on a busy machine.
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

/** The stored answers: written together, some time after the first. */
const writtenDown = (page: Page): Promise<string> =>
  page.evaluate<string>(`caches.match('/last-seen').then((found) => found?.text() ?? '')`)

test('offline, a page never visited opens in the app, and says what is missing', async ({
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
    await expect(page.getByText('Sem conexão · tentando de novo')).toBeVisible()
    await expect(page.getByRole('main').first()).toBeVisible()
    await picture(title)
  }
  expect(await complaints(page)).toEqual([])

  await page.context().setOffline(false)
  await page.goto(`${world.url}/footballPage?when=week&day=1`)
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
})

test('offline, a player reads past records, with their age', async ({ openPhone, toppedUp, world }) => {
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

test('offline, slip and match are as they were after a reload', async ({ openPhone, toppedUp, world }) => {
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
  await expect(page.getByText('Sem conexão · tentando de novo')).toBeVisible()
  await expect(page.getByText('Última atualização')).toBeVisible()
  await expect(page.getByRole('main').getByText(away).first()).toBeVisible()
  // Visible but not selectable; the slip's selections can be removed.
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

test("the worker caches only the app's files, and leaves the server its own addresses", async ({
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

test('a bet lost by the connection is not sent later: only the player repeats it, and it counts once', async ({
  page,
  toppedUp,
  world,
}) => {
  await standStill(page, world)
  await page.clock.install()
  const clock = clockOf(page)
  await comeBack(page, world, toppedUp, '/footballPage?when=week&day=1')
  await page
    .getByRole('button', { name: /vence, odd/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel('Valor da aposta').fill('5,00')
  const sent: string[] = []
  let isCut = true
  await page.route('**/sportsbook/betPlay', async (route) => {
    sent.push(route.request().postData() ?? '')
    await (isCut ? route.abort('internetdisconnected') : route.continue())
  })
  await slip.getByRole('button', { name: /^Apostar R\$/ }).click()
  await expect(slip.getByText('Não recebemos a resposta')).toBeVisible()
  const { length: tried } = sent
  isCut = false
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await clock.passes('10:00')
  expect(sent).toHaveLength(tried)
  await slip.getByRole('button', { name: /^Apostar R\$/ }).click()
  await expect(sheet(page, 'Aposta feita')).toBeVisible()
  expect(sent).toHaveLength(tried + 1)
  expect(new Set(sent.map((body) => (JSON.parse(body) as { requestId: string }).requestId)).size).toBe(1)
})

test('offline, the app works in a non-default language', async ({ openPhone, toppedUp, world }) => {
  const { page } = await openPhone({ keepsShell: true, language: 'de' })
  await comeBack(page, world, toppedUp, '/home')
  await kept(page)
  const keptTexts = () =>
    page.evaluate<number>(`caches.open('texts').then(async (kept) => (await kept.keys()).length)`)
  await expect.poll(keptTexts).toBeGreaterThan(5)
  await page.context().setOffline(true)
  for (const path of ['/home', '/footballPage', '/registros', '/conta', '/vip', '/dice', '/gameMess']) {
    await page.goto(`${world.url}${path}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByText('Keine Verbindung').first()).toBeVisible()
    expect(
      (await unreadable(page)).filter((what) => what.startsWith('a text')),
      path,
    ).toEqual([])
  }
})

/** The app on a separate server, whose worker becomes another version on command. */
async function openVersions(app: string): Promise<{ url: string; release: () => void; close: () => void }> {
  let version = 1
  const server = createServer((request, response) => {
    const body = async () => {
      const answer = await fetch(app + (request.url ?? '/'))
      const type = answer.headers.get('content-type') ?? ''
      response.writeHead(answer.status, { 'content-type': type })
      const end = request.url === '/sw.js' ? `\n// version ${version}` : ''
      response.end(Buffer.concat([Buffer.from(await answer.arrayBuffer()), Buffer.from(end)]))
    }
    void body().catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const release = () => {
    version += 1
  }
  return { url: `http://localhost:${port}`, release, close: () => server.close() }
}

test('a new version waits until the player accepts it, and then the page is the new one', async ({
  openPhone,
  world,
}) => {
  const versions = await openVersions(world.url)
  const { page } = await openPhone({ keepsShell: true })
  await page.goto(`${versions.url}/ajuda`)
  await kept(page)
  const take = page.getByRole('status').getByRole('button', { name: 'Atualizar' })
  versions.release()
  await page.evaluate(`navigator.serviceWorker.ready.then((registration) => registration.update())`)
  await expect(page.getByText('Há uma nova versão do Palpite')).toBeVisible()
  const waiting = () => page.evaluate(`navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)`)
  expect(await waiting()).toBe(true)
  await page.evaluate(`document.documentElement.dataset.before = 'the new version'`)
  await take.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-before')
  await expect(take).toHaveCount(0)
  expect(await waiting()).toBe(false)
  versions.close()
})
