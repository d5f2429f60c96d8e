import type { Locator } from '@playwright/test'
import { present } from '../../apps/server/src/platform/errors.ts'
import { until } from '../../tools/test/until.ts'
import { settled } from './accessible.ts'
import { comingFixtures } from './on-offer.ts'
import { advance, scheduleMatch, tryAdvance, type World } from './player.ts'
import { desk, expect, test } from './test.ts'

for (const isDesk of [false, true])
  test.describe(`a live match, ${isDesk ? 'at a desk' : 'on a phone'}`, () => {
    test.use(isDesk ? desk : {})
    const started = async (world: Parameters<typeof scheduleMatch>[0]) => {
      const clubs = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
      const { fixtureId } = await scheduleMatch(world, { ...clubs, firstGoal: { from: 240, to: 900 } })
      await advance(world, fixtureId, 'kick-off')
      await advance(world, fixtureId, 'goal')
      await advance(world, fixtureId, { minute: 60 })
      return fixtureId
    }

    test('shows a late visitor its goals, cards and corners, statistics first, with its field folded and remembered', async ({
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
      await phone.picture(`event-late-stats${isDesk ? '-desk' : ''}`)
      await panel.getByRole('radio', { name: 'Linha do tempo' }).click()
      await expect(panel.getByText(/^Gol/).first()).toBeVisible()
      await expect(panel.getByText(/[Ee]scanteio/).first()).toBeVisible()
      await phone.picture(`event-late-timeline${isDesk ? '-desk' : ''}`)
      await field.click()
      await page.reload()
      await expect(field).toHaveAttribute('aria-expanded', 'true')
    })

    test('shows every goal since kick-off, also if it was live before the app opened', async ({
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
      const reported = panel.getByRole('listitem')
      await expect(panel.getByText('Gols')).toBeVisible()
      // Corners and cards are counted besides goals: the events match the counts.
      const countOf = async (name: string) => {
        const line = panel.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
        const [home, away] = await line.getByRole('definition').allInnerTexts()
        return Number(home) + Number(away)
      }
      const [goals, corners] = [await countOf('Gols'), await countOf('Escanteios')]
      await panel.getByRole('radio', { name: 'Linha do tempo' }).click()
      await expect
        .poll(() => reported.filter({ hasText: /^\S+ \S+\s*Gol / }).count())
        .toBeGreaterThanOrEqual(goals)
      await expect
        .poll(() => reported.filter({ hasText: /[Ee]scanteio/ }).count())
        .toBeGreaterThanOrEqual(Math.min(corners, 1))
      await phone.picture(`event-from-its-start${isDesk ? '-desk' : ''}`)
    })

    test('shows no dead cell and settled markets only under Encerrados, with full names', async ({
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
      await phone.picture(`event-ended${isDesk ? '-desk' : ''}`)
    })

    test('starts with Principais: result, goals from two and a half, both score, double chance; exact scores in three columns', async ({
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
      // The bet builder starts from a row of the topics: it needs none of its own.
      const rowOf = async (button: Locator) => present(await button.boundingBox(), 'a button').y
      const topics = await page
        .getByRole('group', { name: 'Mercados', exact: true })
        .getByRole('button')
        .all()
      const rows = await Promise.all(topics.map(rowOf))
      expect(rows).toContain(await rowOf(page.getByRole('button', { name: 'Criar aposta', exact: true })))
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
      await phone.picture(`event-main${isDesk ? '-desk' : ''}`)
    })

    test('follows a race: distance, gaps, and winner', async ({ page, phone, world }) => {
      const fixtureId = await raceUnderWay(world)
      await page.goto(`${world.url}/footballPage/${fixtureId}`)
      const main = page.getByRole('main')
      await expect(main.getByText(/^[\d.]+ de [\d.]+ m$/)).toBeVisible()
      const runners = main.getByRole('list', { name: 'Cavalos' }).getByRole('listitem')
      await expect(runners.first()).toContainText('1º')
      await expect(runners.nth(1)).toContainText(/\+[\d,]+ m\s*2º/)
      await phone.picture(`event-race${isDesk ? '-desk' : ''}`)
      await advance(world, fixtureId, 'end')
      const reported = main.getByRole('region', { name: 'Acompanhe' }).getByRole('listitem').first()
      await expect(reported).toContainText('vence a corrida')
      await page.reload() // a late visitor sees the same
      await expect(reported).toContainText('vence a corrida')
      await phone.picture(`event-race-over${isDesk ? '-desk' : ''}`)
    })
  })

/** The next race that is run: one in a hundred is called off or postponed. */
async function raceUnderWay(world: World): Promise<string> {
  for (const fixtureId of await comingFixtures(world, 'racing'))
    if ((await tryAdvance(world, fixtureId, { minute: 1 })).isReached) return fixtureId
  throw new Error('no race is run')
}
