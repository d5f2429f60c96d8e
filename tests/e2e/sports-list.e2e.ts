import { present } from '../../apps/server/src/platform/errors.ts'
import type { Locator, Page } from '@playwright/test'
import { until } from '../../tools/test/until.ts'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { advance, scheduleMatch } from './player.ts'
import { desk, expect, strict, test } from './test.ts'

const rows = (page: Page) =>
  page.locator('main section section').locator('a[href^="/footballPage/"]:has(time)')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Principal' }).last()
const chip = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Quando' }).getByRole('button', { name })

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not in sight')
  return { top: box.y, bottom: box.y + box.height }
}

test.describe('the list of sports on a phone', () => {
  test.use(strict)

  for (const when of ['tomorrow', 'week'])
    test(`six matches are in sight (${when}), the first odd within 360 pixels, below what is live, times, sports and filters`, async ({
      page,
      phone,
      world,
    }) => {
      await page.goto(`${world.url}/footballPage?when=${when}`)
      await expect(rows(page).nth(5)).toBeVisible()
      await settled(page)
      for (const name of ['Ao vivo agora', 'Quando', 'Esportes'])
        await expect(page.getByRole('navigation', { name })).toBeVisible()
      const filters = page.getByRole('group', { name: 'Filtros' })
      await expect(filters.getByLabel('Mercado')).toHaveCount(1)
      await expect(filters.getByLabel('Liga')).toHaveCount(1)
      const first = await boxOf(page.locator('main .odds').first())
      expect(first.top).toBeLessThan(360)
      const sixth = await boxOf(rows(page).nth(5))
      expect(sixth.bottom).toBeLessThanOrEqual((await boxOf(bar(page))).top)
      await phone.picture(`sports-${when}`)
    })

  test('the first odd of turfe, too, is within 360 pixels, below what is live, times, sports and filters', async ({
    page,
    phone,
    world,
  }) => {
    await page.goto(`${world.url}/footballPage?sport=racing&when=today`)
    const first = page.locator('main .odds').first()
    await expect(first).toBeVisible()
    await settled(page)
    for (const name of ['Quando', 'Esportes'])
      await expect(page.getByRole('navigation', { name })).toBeVisible()
    await phone.picture('sports-racing')
    expect((await boxOf(first)).top).toBeLessThan(360)
  })

  test('the star of a match covers no word beside it, however long it takes to say where the match stands', async ({
    page,
    phone,
    world,
  }) => {
    type Listed = { fixtures: { matchStatus: number; marketCount: number }[] }
    let isEmpty = false
    await page.route('**/api/app/sportsbook/fixtures?*when=live*', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { data: Listed[] }
      // Extra time is the longest word of a match in play.
      for (const fixture of data.flatMap(({ fixtures }) => fixtures))
        Object.assign(fixture, { matchStatus: 4, marketCount: 136 })
      await route.fulfill({ response, json: { ...rest, data: isEmpty ? [] : data } })
    })
    /** The words of the rows that share their place with a star. */
    const covered = () =>
      page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main a[href^="/footballPage/"] p')].flatMap((line) => {
        const star = line.closest('.relative')?.querySelector('button svg')?.getBoundingClientRect()
        const end = line.getBoundingClientRect().bottom
        return [...line.children]
          .filter((word) => {
            const { left, right, top } = word.getBoundingClientRect()
            return star && top < end - 2 && right > star.left && left < star.right
          })
          .map((word) => word.textContent)
      })`)
    await page.goto(`${world.url}/footballPage?when=live`)
    await expect(page.locator('main a[href^="/footballPage/"] p').first()).toContainText('Prorrogação')
    await settled(page)
    expect(await covered()).toEqual([])
    isEmpty = true
    // Nothing is played: the match that comes next stands there with its day.
    await page.reload()
    await expect(page.getByText('Nenhuma partida ao vivo agora')).toBeVisible()
    await settled(page)
    expect(await covered()).toEqual([])
    await phone.picture('sports-next')
  })

  test('Semana begins after tomorrow, and an old address of a day of it leads to Amanhã', async ({
    page,
    world,
  }) => {
    await page.goto(`${world.url}/footballPage?when=week`)
    const days = page.getByLabel('Dia')
    await expect(days.locator('option')).toHaveCount(6)
    await page.goto(`${world.url}/footballPage?when=week&day=1`)
    await expect(chip(page, /^Amanhã/)).toHaveAttribute('aria-pressed', 'true')
    await chip(page, /^Semana/).click()
    await expect(days.locator('option')).toHaveCount(6)
  })

  test('who wins a league stands under Campeões alone, with no price that is locked', async ({
    page,
    phone,
    world,
  }) => {
    // A fresh world works out the chances of its leagues after everything else.
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${world.url}/api/app/sportsbook/sports`)
          const { data } = (await answer.json()) as { data: { sport: string; outrights: number }[] }
          return data.find(({ outrights }) => outrights > 0)?.sport
        },
        { timeout: 120_000, intervals: [1000] },
      )
      .toBeDefined()
    const answer = await fetch(`${world.url}/api/app/sportsbook/sports`)
    const { data } = (await answer.json()) as { data: { sport: string; outrights: number }[] }
    const sport = data.find(({ outrights }) => outrights > 0)?.sport ?? ''
    await page.goto(`${world.url}/footballPage?sport=${sport}&when=live`)
    await chip(page, /^Campeões/).click()
    await expect(page.locator('main .odds').first()).toBeVisible()
    await expect(page.locator('main .odds[data-locked]')).toHaveCount(0)
    await phone.picture('sports-outrights')
    for (const when of ['live', 'today', 'tomorrow']) {
      const list = await fetch(`${world.url}/api/app/sportsbook/fixtures?sport=${sport}&when=${when}`)
      const groups = ((await list.json()) as { data: { fixtures: { isOutright: boolean }[] }[] }).data
      expect(groups.flatMap(({ fixtures }) => fixtures).filter(({ isOutright }) => isOutright)).toEqual([])
    }
  })
})

test('a star keeps a match and a side for a player on every device, and a filter shows them alone', async ({
  page,
  phone,
  world,
  player,
  openPhone,
}) => {
  await comeBack(page, world, player, '/footballPage?when=tomorrow')
  const star = rows(page)
    .first()
    .locator('..')
    .getByRole('button', { name: /^Seguir/ })
  const name = (await star.getAttribute('aria-label')) ?? ''
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Favoritas', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await phone.picture('sports-favourites')
  await rows(page).first().click()
  const team = page.getByRole('button', {
    name: `Seguir ${name.replace('Seguir ', '').split(' × ')[0]}`,
    exact: true,
  })
  await team.click()
  await expect(team).toHaveAttribute('aria-pressed', 'true')

  const other = (await openPhone()).page
  await comeBack(other, world, player, '/footballPage?when=tomorrow')
  await expect(other.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await other.getByRole('button', { name, exact: true }).click()
  await expect(other.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'false')
  // The side is followed still: its match stays among the favourites.
  await other.getByRole('button', { name: 'Favoritas', exact: true }).click()
  await expect(other.getByRole('button', { name, exact: true })).toBeVisible()
})

test.describe('on a desk', () => {
  test.use(desk)

  test('the list has its days, its stars and Campeões too', async ({ page, phone, world }) => {
    await page.goto(`${world.url}/footballPage?when=week`)
    await expect(page.getByRole('group', { name: 'Dia' }).getByRole('button')).toHaveCount(6)
    await expect(page.getByRole('button', { name: /^Seguir/ }).first()).toBeVisible()
    await settled(page)
    await phone.picture('sports-desk-week')
  })

  test('the matches that a player follows are shown alone by one press, and all of them by another', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await comeBack(page, world, player, '/footballPage?when=tomorrow')
    const matches = page.locator('main section section a:has(time)')
    const tree = page.getByRole('navigation', { name: 'Esportes e ligas' })
    const only = tree.getByRole('button', { name: /^Favoritas/ })
    await expect(matches.nth(5)).toBeVisible()
    await expect(only).toHaveCount(0)
    const all = await matches.count()
    await page
      .getByRole('button', { name: /^Seguir .+ × / })
      .nth(3)
      .click()
    await only.click()
    await expect(matches).toHaveCount(1)
    await settled(page)
    await phone.picture('sports-desk-favourites')
    await only.click()
    await expect(matches).toHaveCount(all)
  })
})

test.describe('a match that is being played', () => {
  const started = async (world: Parameters<typeof scheduleMatch>[0]) => {
    const clubs = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
    const { fixtureId } = await scheduleMatch(world, { ...clubs, firstGoal: { from: 240, to: 900 } })
    await advance(world, fixtureId, 'kick-off')
    await advance(world, fixtureId, 'goal')
    await advance(world, fixtureId, { minute: 60 })
    return fixtureId
  }

  test('tells who comes late its goals, cards and corners, its counts first and its field folded and remembered', async ({
    page,
    phone,
    world,
  }) => {
    const fixtureId = await started(world)
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    const panel = page.getByRole('region', { name: 'Acompanhe' })
    await expect(panel.getByText('Escanteios')).toBeVisible()
    const field = panel.getByRole('button', { name: 'Campo' })
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await settled(page)
    await phone.picture('event-late-stats')
    await panel.getByRole('radio', { name: 'Linha do tempo' }).click()
    await expect(panel.getByText(/^Gol/).first()).toBeVisible()
    await expect(panel.getByText(/[Ee]scanteio/).first()).toBeVisible()
    await phone.picture('event-late-timeline')
    await field.click()
    await page.reload()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
  })

  test('tells every goal since its kick-off, also where it was under way before the app was there', async ({
    page,
    phone,
    world,
  }) => {
    type Live = { fixtureId: string; sport: string; clock: { minute: number | null } | null }
    const minuteOf = ({ clock }: Live) => clock?.minute ?? 0
    const { fixtureId } = await until('a match of football is under way', async () => {
      const answer = await fetch(`${world.url}/api/app/sportsbook/live`)
      const { data } = (await answer.json()) as { data: Live[] }
      const football = data.filter(({ sport }) => sport === 'football')
      return football.toSorted((one, other) => minuteOf(other) - minuteOf(one))[0] ?? false
    })
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    const panel = page.getByRole('region', { name: 'Acompanhe' })
    const told = panel.getByRole('listitem')
    await expect(panel.getByText('Gols')).toBeVisible()
    // Corners and cards are counted beside goals: what is told comes to as many as the counts say.
    const countOf = async (name: string) => {
      const line = panel.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
      const [home, away] = await line.getByRole('definition').allInnerTexts()
      return Number(home) + Number(away)
    }
    const [goals, corners] = [await countOf('Gols'), await countOf('Escanteios')]
    await panel.getByRole('radio', { name: 'Linha do tempo' }).click()
    await expect.poll(() => told.filter({ hasText: /^\S+ \S+\s*Gol / }).count()).toBeGreaterThanOrEqual(goals)
    await expect
      .poll(() => told.filter({ hasText: /[Ee]scanteio/ }).count())
      .toBeGreaterThanOrEqual(Math.min(corners, 1))
    await phone.picture('event-from-its-start')
  })

  test('shows no cell that is dead and no settled market but under Encerrados, where names are whole', async ({
    page,
    phone,
    world,
  }) => {
    const fixtureId = await started(world)
    await page.goto(`${world.url}/footballPage/${fixtureId}?topic=all`)
    const ended = page.getByRole('button', { name: /^Encerrados/ })
    await expect(ended).toBeVisible()
    await settled(page)
    await expect(page.locator('main .odds[data-locked]')).toHaveCount(0)
    await ended.click()
    await expect(page.locator('main .odds[data-locked], main [data-tone]').first()).toBeVisible()
    const cut = await page.evaluate<number>(
      `[...document.querySelectorAll('main [data-tone] span')].filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow === 'hidden').length`,
    )
    expect(cut).toBe(0)
    await phone.picture('event-ended')
  })

  test('begins with Principais: result, goals from two and a half, both score, double chance; exact scores in three columns', async ({
    page,
    phone,
    world,
  }) => {
    const clubs = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
    const { fixtureId } = await scheduleMatch(world, clubs)
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    const heads = page.locator('main section h2 button[aria-expanded]')
    await expect(heads.first()).toHaveText('Resultado final')
    expect((await heads.allInnerTexts()).slice(0, 8)).toEqual([
      'Resultado final',
      'Mais/menos gols',
      'Ambas marcam',
      'Dupla chance',
      'Handicap asiático',
      'Empate anula aposta',
      'Placar exato',
      'Intervalo/final',
    ])
    await expect(heads.nth(7)).toHaveAttribute('aria-expanded', 'false')
    // Outcomes are put together from the row of the topics: it takes none of its own.
    const rowOf = async (name: string) =>
      present(await page.getByRole('button', { name, exact: true }).boundingBox(), name).y
    expect(await rowOf('Criar aposta')).toBe(await rowOf('Principais'))
    const goals = page
      .locator('main section')
      .filter({ has: page.getByRole('button', { name: 'Mais/menos gols', exact: true }) })
      .last()
    await expect(goals.getByText('2,5', { exact: true })).toBeVisible()
    const scores = page
      .locator('main section')
      .filter({ has: page.getByRole('button', { name: 'Placar exato', exact: true }) })
      .last()
      .locator('.odds')
    const boxes = await Promise.all((await scores.all()).map((cell) => cell.boundingBox()))
    const lefts = [...new Set(boxes.map((box) => Math.round(box?.x ?? 0)))]
    expect(lefts).toHaveLength(3)
    await settled(page)
    await phone.picture('event-main')
  })
})
