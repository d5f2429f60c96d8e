import type { Page } from '@playwright/test'
import { settled } from './accessible.ts'
import { comeBack, rollElsewhere } from './known-player.ts'
import { advance, fillRegistration, scheduleMatch, somebodyNew } from './player.ts'
import { sheet } from './sheets.ts'
import { desk, expect, test } from './test.ts'

/** The allowed layout shift during loading, as browsers measure it (design.md 4.3). */
const MAX_SHIFT = 0.02

type Shift = { value: number; moved: string[] }

/** Records unexpected movement from the first frame on. */
const noteShifts = (page: Page) =>
  page.addInitScript(`{
    window.shifts = []
    const nameOf = ({ node }) => node?.nodeName + ' ' + (node?.textContent ?? '').trim().slice(0, 40)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(nameOf) })
    }).observe({ type: 'layout-shift', buffered: true })
  }`)

/** Enough frames to paint a placeholder. */
const LATE_FRAMES = 10

/** Every answer and lazy part arrives after its placeholder was painted, so that movement shows on any machine. */
const answerLate = (page: Page) =>
  page.route(/\/api\/app\/|\/assets\/.*\.js$/, async (route) => {
    await page
      .evaluate(
        `new Promise((done) => {
          let left = ${LATE_FRAMES}
          const next = () => ((left -= 1) > 0 ? requestAnimationFrame(next) : done())
          next()
        })`,
      )
      .catch(() => undefined) // the page is left
    await route.continue()
  })

const movesLittle = async (page: Page) => {
  await settled(page)
  const shifts = await page.evaluate<Shift[]>('window.shifts')
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MAX_SHIFT)
}

for (const { name, path, comes } of [
  { name: 'help', path: '/ajuda', comes: 'Central de ajuda' },
  { name: 'the game bonus', path: '/gamebouns', comes: 'Saldo' },
  { name: 'the list of sports', path: '/footballPage?when=tomorrow', comes: 'Filtros' },
])
  test(`nothing moves while ${name} loads`, async ({ page, world, player }) => {
    await noteShifts(page)
    await answerLate(page)
    await comeBack(page, world, player, path)
    await expect(
      page
        .getByRole('region', { name: comes })
        .or(page.getByRole('group', { name: comes }))
        .first(),
    ).toBeVisible()
    await movesLittle(page)
  })

for (const article of ['withdraw', 'bonus'])
  test(`nothing moves while the article about ${article} loads the operators' values`, async ({
    page,
    world,
  }) => {
    await noteShifts(page)
    await answerLate(page)
    await page.goto(`${world.url}/ajuda/artigos/${article}`)
    await expect(page.getByRole('main')).toContainText(/o saque sai em até 10 minutos|O prazo é de 30 dias/)
    await expect(page.getByRole('main')).not.toContainText('…')
    await movesLittle(page)
  })

test('nothing moves on home while it loads after a login', async ({ page, world, player }) => {
  await noteShifts(page)
  await answerLate(page)
  await comeBack(page, world, player, '/home')
  await expect(page.getByRole('button', { name: /^Saldo/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /vence, odd/ }).first()).toBeVisible()
  await movesLittle(page)
})

test('nothing moves while a live match loads', async ({ page, world, player }) => {
  const clubs = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
  const { fixtureId } = await scheduleMatch(world, clubs)
  await advance(world, fixtureId, { minute: 20 })
  await noteShifts(page)
  await answerLate(page)
  await comeBack(page, world, player, `/footballPage/${fixtureId}`)
  await expect(page.getByRole('region', { name: 'Acompanhe' })).toBeVisible()
  await movesLittle(page)
})

for (const { name, path, comes } of [
  { name: 'the list of sports', path: '/footballPage?when=tomorrow', comes: /vence, odd/ },
  { name: 'double', path: '/double', comes: /^Vermelho/ },
])
  test(`on a desktop the footer and side columns do not move while ${name} loads`, async ({
    page,
    world,
    player,
  }) => {
    await page.setViewportSize(desk.viewport)
    await noteShifts(page)
    await answerLate(page)
    await comeBack(page, world, player, path)
    await expect(page.getByRole('button', { name: comes }).first()).toBeVisible()
    await movesLittle(page)
  })

for (const won of [false, true])
  for (const isDesk of [false, true])
    test(`nothing moves ${isDesk ? 'at a desk' : 'on a phone'} where ${won ? 'the last wins of a game appear' : 'a game has no wins'}`, async ({
      page,
      world,
      toppedUp,
    }) => {
      if (isDesk) await page.setViewportSize(desk.viewport)
      // Of a hundred rolls 98 win: of ten, one does.
      if (won)
        for (let roll = 0; roll < 10; roll += 1)
          await rollElsewhere(world, toppedUp, { stakeCents: 100, targetHundredths: 200 })
      const game = won ? 'dice' : 'limbo'
      const wins = Promise.withResolvers<void>()
      await page.route(`**/api/app/games/wins/${game}`, async (route) => {
        await wins.promise
        await route.continue()
      })
      await noteShifts(page)
      await comeBack(page, world, toppedUp, `/${game}`)
      const last = page.getByRole('region', { name: 'Últimos ganhos neste jogo' })
      await expect(page.getByRole('button', { name: /^(Rolar|Lançar)/ }).first()).toBeVisible()
      await expect(last).toBeVisible()
      wins.resolve()
      await expect(last).toContainText(won ? ' · ' : 'Nenhum ganho ainda.')
      await movesLittle(page)
    })

for (const isDesk of [false, true])
  test(`the first deposit does not grow as its packages load, and "Agora não" is visible, ${isDesk ? 'at a desk' : 'on a phone'}`, async ({
    page,
    world,
  }) => {
    if (isDesk) await page.setViewportSize(desk.viewport)
    const prices = Promise.withResolvers<void>()
    await page.route('**/order/getPrices?*INSBRL*', async (route) => {
      await prices.promise
      await route.continue()
    })
    await page.goto(world.url)
    await fillRegistration(page, world, somebodyNew())
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar', exact: true }).click()
    const ready = sheet(page, 'Sua conta está pronta')
    const later = ready.getByRole('button', { name: 'Agora não' })
    await expect(later).toBeVisible()
    await settled(page)
    const before = await ready.boundingBox()
    prices.resolve()
    await expect(ready.getByRole('radio').first()).toBeVisible()
    await settled(page)
    const after = await ready.boundingBox()
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(12)
    const { y = 0, height = 0 } = (await later.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual((after?.y ?? 0) + (after?.height ?? 0))
  })
