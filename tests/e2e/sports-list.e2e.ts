import type { Locator, Page } from '@playwright/test'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
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
    test(`six matches are visible (${when}), the first odds within 360 pixels, below live strip, times, sports and filters`, async ({
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

  test('six matches are visible also where the first league has four', async ({ page, phone, world }) => {
    await page.route('**/api/app/sportsbook/fixtures?*when=tomorrow*', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as {
        data: { competition: string; fixtures: object[] }[]
      }
      const all = data.flatMap(({ fixtures }) => fixtures)
      const parted = data
        .slice(0, 2)
        .map((group, at) => ({ ...group, fixtures: all.slice(at * 4, at * 4 + 4) }))
      await route.fulfill({ response, json: { ...rest, data: parted } })
    })
    await page.goto(`${world.url}/footballPage?when=tomorrow`)
    await expect(rows(page)).toHaveCount(8)
    await settled(page)
    const sixth = await boxOf(rows(page).nth(5))
    expect(sixth.bottom).toBeLessThanOrEqual((await boxOf(bar(page))).top)
    await phone.picture('sports-two-leagues')
    // A league's table opens beside its name, directly below.
    const table = page.getByRole('button', { name: /^Classificação: / }).first()
    await table.click()
    await expect(table).toHaveAttribute('aria-expanded', 'true')
    await expect(
      page
        .getByRole('table')
        .or(page.getByText(/^A tabela começa/))
        .first(),
    ).toBeInViewport()
    await settled(page)
    await phone.picture('sports-table')
  })

  test("turfe's first odds, too, are within 360 pixels, below live strip, times, sports and filters", async ({
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

  test("a match's star covers no word beside it, however long its status", async ({ page, phone, world }) => {
    type Listed = { fixtures: { matchStatus: number; marketCount: number }[] }
    let isEmpty = false
    await page.route('**/api/app/sportsbook/fixtures?*when=live*', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { data: Listed[] }
      // Extra time is the longest live status.
      for (const fixture of data.flatMap(({ fixtures }) => fixtures))
        Object.assign(fixture, { matchStatus: 4, marketCount: 136 })
      await route.fulfill({ response, json: { ...rest, data: isEmpty ? [] : data } })
    })
    /** The words of the rows shared with a star. */
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
    // Nothing is live: the next match is shown with its day.
    await page.reload()
    await expect(page.getByText('Nenhuma partida ao vivo agora')).toBeVisible()
    await settled(page)
    expect(await covered()).toEqual([])
    await phone.picture('sports-next')
  })

  test('Semana begins after tomorrow, and an old address of tomorrow opens Amanhã', async ({
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

  test('league winners are only under Campeões, without locked prices', async ({ page, phone, world }) => {
    // A new app computes its leagues' chances last.
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

test('a star keeps a match and a side for a player on every device, and a filter shows only them', async ({
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
  // The side is still followed: its match stays among the favourites.
  await other.getByRole('button', { name: 'Favoritas', exact: true }).click()
  await expect(other.getByRole('button', { name, exact: true })).toBeVisible()
})

test.describe('on a desk', () => {
  test.use(desk)

  test('the list has its days, stars and Campeões too', async ({ page, phone, world }) => {
    await page.goto(`${world.url}/footballPage?when=week`)
    await expect(page.getByRole('group', { name: 'Dia' }).getByRole('button')).toHaveCount(6)
    await expect(page.getByRole('button', { name: /^Seguir/ }).first()).toBeVisible()
    await settled(page)
    await phone.picture('sports-desk-week')
  })

  test('one press shows only followed matches, and another all', async ({ page, phone, world, player }) => {
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
