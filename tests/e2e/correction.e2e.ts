import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, infoOf } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { advance, scheduleMatch } from './player.ts'
import { test } from './test.ts'

const FIRST = 'apuradora@casa.example'
const SECOND = 'conferente@casa.example'

const tokens = new Map<string, string>()

test.beforeAll(async ({ world }) => {
  const [one = '', two = ''] = await operatorsWith(world, ['markets.settle', 'bets.read'], [FIRST, SECOND])
  tokens.set(FIRST, one).set(SECOND, two)
})

const main = (page: Page) => page.getByRole('main')
const drawer = (page: Page) => page.getByRole('complementary')
const reported = (page: Page) => page.getByRole('status')

/** Opens a page as a signed-in operator: a second-factor code works only once. */
async function openAs(page: Page, url: string, email: string): Promise<void> {
  const token = tokens.get(email) ?? ''
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(url)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

type Priced = { code: string; outcomeId: string; priceMilli: number }
/** Whole cents in back-office format. */
const reais = (cents: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100)

test('a wrong result is corrected: its preview lists payments and reversals by bet, and a second operator confirms', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  const clubs = { home: 'Alto da Mangaba', away: 'Ponta do Cajá', startsInSeconds: 3600, speed: 1 }
  const { fixtureId, result } = await scheduleMatch(world, clubs)
  const came = result.home > result.away ? 'home' : result.home < result.away ? 'away' : 'draw'
  const said = came === 'home' ? 'away' : 'home'
  const { markets } = (await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)) as {
    markets: { type: string; period: string; outcomes: Priced[] }[]
  }
  const winner = markets.find(({ type, period }) => type === 'football.1x2' && period === 'full')
  for (const code of [came, said]) {
    const leg = winner?.outcomes.find((outcome) => outcome.code === code)
    if (!leg) throw new Error(`nobody may bet on ${code}`)
    await call(world, toppedUp.token, '/api/app/sportsbook/betPlay', {
      requestId: randomBytes(16).toString('hex'),
      unitStakeCents: 10_00,
      legs: [{ outcomeId: leg.outcomeId, priceMilli: leg.priceMilli }],
      accept: 'any',
    })
  }
  await advance(world, fixtureId, 'end')
  const returned = async () => {
    const { items } = (await call(
      world,
      tokens.get(FIRST) ?? '',
      `/api/backoffice/bets?fixtureId=${fixtureId}`,
    )) as { items: { id: number; returnCents: number | null; potentialReturnCents: number }[] }
    return items.toSorted((one, other) => one.id - other.id)
  }
  const [right, wrong] = await returned()
  if (!right || !wrong) throw new Error('two bets were placed')
  expect([right.returnCents, wrong.returnCents]).toEqual([right.potentialReturnCents, 0])

  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  const address = `${world.backofficeUrl}/resultados?partida=${fixtureId}`
  const openMarket = (desk: Page) =>
    main(desk)
      .getByRole('row', { name: /Resultado final/ })
      .getByRole('button')
      .click()
  await openAs(page, address, FIRST)
  await openMarket(page)
  const outcomes = drawer(page).getByRole('combobox')
  const places = { home: 0, draw: 1, away: 2 } as const
  for (const code of ['home', 'draw', 'away'] as const)
    await outcomes.nth(places[code]).selectOption(code === said ? 'won' : 'lost')
  const preview = drawer(page).getByRole('region', { name: 'Se liquidar assim' })
  await expect(preview.getByRole('row', { name: new RegExp(`^#${right.id}\\s`) })).toContainText(
    `−${reais(right.returnCents ?? 0)}`,
  )
  await expect(preview.getByRole('row', { name: new RegExp(`^#${wrong.id}\\s`) })).toContainText(
    reais(wrong.potentialReturnCents),
  )
  await expect(preview.getByText('A tomar de volta')).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await complaints(page), String(width)).toEqual([])
  }
  await picture('backoffice-correction')
  await drawer(page).getByLabel('Motivo').fill('a súmula da liga diz outro placar')
  await drawer(page).getByRole('button', { name: 'Propor este resultado' }).click()
  await expect(reported(page).getByText('Dito. Espera um operador independente.')).toBeVisible()
  expect((await returned()).map(({ returnCents }) => returnCents)).toEqual([right.returnCents, 0])

  const { page: other } = await openPhone({ isDesk: true, look: 'dark' })
  await openAs(other, address, SECOND)
  await openMarket(other)
  await expect(drawer(other).getByText('a súmula da liga diz outro placar')).toBeVisible()
  expect(await complaints(other)).toEqual([])
  await drawer(other).getByLabel('Motivo').fill('vi a mesma súmula da liga')
  await drawer(other).getByRole('button', { name: 'Confirmar este resultado' }).click()
  await expect(reported(other).getByText('O mercado foi liquidado.')).toBeVisible()
  await expect
    .poll(async () => (await returned()).map(({ returnCents }) => returnCents))
    .toEqual([0, wrong.potentialReturnCents])
  // R$ 100 deposited, R$ 20 staked, and only the second bet's return came back.
  const { balance } = await infoOf(world, toppedUp)
  expect(Math.round(balance * 100)).toBe(80_00 + wrong.potentialReturnCents)
})
