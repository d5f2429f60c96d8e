import { complaints, complaintsNow } from './accessible.ts'
import { call, comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { balanceCents, scheduleMatch, type World } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

const [TRADER, COLLEAGUE] = ['mesa-um@casa.example', 'mesa-dois@casa.example'] as const
/** A market on which no other journey bets; its bets may lose R$ 10 here. */
const MARKET = 'football.odd_even'
const MAX_LOSS_CENTS = 1000

/** Bounds bets on the market, and lets traders accept more. */
async function allowReferrals(world: World, one: string, two: string): Promise<void> {
  const settings = '/api/backoffice/settings/sportsbook/versions'
  const bound = { beforeStart: MAX_LOSS_CENTS, inPlay: MAX_LOSS_CENTS }
  const value = {
    riskLimits: [{ marketType: MARKET, maxLossCents: bound }],
    betReferrals: { maxLossCents: 100_000, seconds: 120 },
  }
  const proposed = await call(world, one, settings, { value, baseVersion: 0 })
  await call(world, two, `${settings}/${(proposed as { version: number }).version}/approve`, {})
}

type Fixture = {
  markets: {
    type: string
    period: string
    outcomes: { outcomeId: string; code: string; priceMilli: number }[]
  }[]
}

test('a bet above its limit is referred, accepted by a trader, and placed', async ({
  openPhone,
  page,
  phone,
  toppedUp,
  world,
}) => {
  const permissions = ['bets.review', 'settings.read', 'settings.propose', 'settings.approve']
  const [token = '', colleague = ''] = await operatorsWith(world, permissions, [TRADER, COLLEAGUE])
  await allowReferrals(world, token, colleague)
  const [home, away] = ['Alto da Mangaba', 'Ponta do Cajá'] as const
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const fixture = (await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)) as Fixture
  const outcome = fixture.markets.find(({ type, period }) => type === MARKET && period === 'full')
    ?.outcomes[0]
  const legs = [{ outcomeId: outcome?.outcomeId, priceMilli: outcome?.priceMilli }]
  const most = () => call(world, toppedUp.token, '/api/app/sportsbook/maxStake', { legs })
  await expect
    .poll(async () => ((await most()) as { maxStakeCents: number }).maxStakeCents)
    .toBeLessThan(2 * MAX_LOSS_CENTS)

  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}?topic=all`)
  await page.getByRole('button', { name: 'Gols ímpar/par', exact: true }).click()
  await page.locator(`button[data-outcome="${outcome?.outcomeId}"]`).first().click()
  await page
    .getByRole('button', { name: /^Abrir cupom|^Cupom/ })
    .first()
    .click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel(/^Valor da aposta/).fill('50')
  await slip.getByRole('button', { name: /^Apostar R\$\s50,00/ }).click()
  await slip.getByRole('button', { name: 'Pedir análise' }).click()
  await expect(slip.getByText(/^Em análise: \d+ s$/)).toBeVisible()
  await phone.picture('slip-referred')
  // The button is busy as long as the bet waits.
  expect(await complaintsNow(page, 'all')).toEqual([])

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await desk.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await desk.goto(`${world.backofficeUrl}/`)
  await expect(desk.getByRole('article').filter({ hasText: 'Apostas para analisar' })).toContainText('1')
  await desk.getByRole('link', { name: 'Apostas para analisar' }).click()
  const row = desk.locator('[data-list] [data-row]')
  await expect(row).toHaveCount(1)
  await desk.keyboard.press('j')
  await expect(row).toBeFocused()
  await desk.keyboard.press('Enter')
  const drawer = desk.getByRole('complementary')
  await expect(drawer).toContainText('R$ 50,00')
  await picture('backoffice-referral')
  expect(await complaints(desk)).toEqual([])
  await drawer.getByRole('button', { name: 'Aceitar a aposta' }).click()
  await expect(desk.getByRole('status').getByText('A aposta foi feita.')).toBeVisible()

  await expect(sheet(page, 'Aposta feita')).toBeVisible()
  await phone.picture('slip-referred-receipt')
  await expect.poll(() => balanceCents(page)).toBe(5000)
})
