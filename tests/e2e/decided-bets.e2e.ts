import { randomBytes } from 'node:crypto'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { call, comeBack, type KnownPlayer } from './known-player.ts'
import { advance, scheduleMatch, surelyUnder, type World } from './player.ts'
import { sheet } from './sheets.ts'

type Leg = { outcomeId: string; priceMilli: number }

/** Places a bet on this alone, as from another phone of the player; returns its id. */
async function betElsewhere(
  world: World,
  { token }: KnownPlayer,
  { outcomeId, priceMilli }: Leg,
  unitStakeCents: number,
): Promise<string> {
  const requestId = randomBytes(16).toString('hex')
  const ticket = { requestId, unitStakeCents, legs: [{ outcomeId, priceMilli }], accept: 'any' }
  return ((await call(world, token, '/api/app/sportsbook/betPlay', ticket)) as { betId: string }).betId
}

test('a cash-out trigger is set', async ({ page, phone, world, toppedUp }) => {
  const betId = await betElsewhere(world, toppedUp, await surelyUnder(world), 9_00)
  await comeBack(page, world, toppedUp, `/registros?tab=sports&bet=${betId}`) // as linked from a message
  const card = page.getByRole('article').filter({ hasText: 'Praia da Pitanga' })
  await card.getByRole('button', { name: /^Encerrar por R\$/ }).click()
  await card.getByLabel('Quando o cash-out chegar a').fill('9,10')
  await card.getByRole('button', { name: 'Encerrar automaticamente' }).click()
  await expect(card.getByText(/^Encerra automaticamente a partir de R\$\s9,10/)).toBeVisible()
  await phone.picture('cash-out-level')
  expect(await complaints(page)).toEqual([])
})

type Market = { type: string; period: string; outcomes: { code: string; outcomeId: string }[] }

/** The winner of a match that has not begun, and whether both score: as one selection at its price. */
async function whatWillBe(
  world: World,
  { fixtureId, result: { home, away } }: Awaited<ReturnType<typeof scheduleMatch>>,
): Promise<Leg> {
  const fixture = await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)
  const { markets } = fixture as { markets: Market[] }
  const find = (type: string, code: string) =>
    markets
      .find((market) => market.type === type && market.period === 'full')
      ?.outcomes.find((outcome) => outcome.code === code)?.outcomeId
  const outcomeIds = [
    find('football.1x2', home > away ? 'home' : home < away ? 'away' : 'draw'),
    find('football.both_score', home > 0 && away > 0 ? 'yes' : 'no'),
  ]
  return (await call(world, '', '/api/app/sportsbook/builderPrice', { outcomeIds })) as Leg
}

test('a bet builder is won by all its selections, each marked as won', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const clubs = { home: 'Barra do Pequi', away: 'Vale da Pitomba' }
  const match = await scheduleMatch(world, { ...clubs, startsInSeconds: 3600, speed: 1 })
  await betElsewhere(world, toppedUp, await whatWillBe(world, match), 10_00)
  await comeBack(page, world, toppedUp, '/registros')
  const card = page.getByRole('article').filter({ hasText: clubs.home })
  await expect(card.getByText('Em aberto')).toBeVisible()
  await advance(world, match.fixtureId, 'end')
  // The page is not reloaded: the result comes by socket.
  await expect(card.getByText('Ganhou').first()).toBeVisible()
  await card.getByRole('button').first().click()
  await expect(card.getByRole('listitem').getByText('Ganhou')).toHaveCount(2)
  await phone.picture('bet-builder-won')
})

test('the bet with a trigger was cashed out while the app was closed, for no less, and its player is notified', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const { fixtureId, ...under } = await surelyUnder(world)
  const betId = await betElsewhere(world, toppedUp, under, 9_00)
  const rule = { betId, kind: 'sell', levelCents: 9_10 }
  await call(world, toppedUp.token, '/api/app/sportsbook/cashOutRule', rule)
  await comeBack(page, world, toppedUp)
  await page.goto('about:blank')
  // Two minutes at a time: in the last ones there is no price to sell at.
  let minute = 30
  const toldAfterTwoMinutes = async () => {
    minute = Math.min(minute + 2, 88)
    await advance(world, fixtureId, { minute })
    const { items } = (await call(world, toppedUp.token, '/api/app/messages/list?kind=result')) as {
      items: { title: string }[]
    }
    return items.map(({ title }) => title)
  }
  const title = 'Aposta encerrada no valor que você marcou'
  // The server checks triggers once a second.
  await expect.poll(toldAfterTwoMinutes, { timeout: 90_000, intervals: [1000] }).toContain(title)
  await page.goto(`${world.url}/gameMess?kind=result`)
  await page.getByRole('button', { name: new RegExp(title) }).click()
  const message = sheet(page, title)
  const sentence = message.getByText(/chegou ao valor que você marcou, R\$\s9,10/)
  await expect(sentence).toBeVisible()
  const paid = /R\$\s([\d,]+) entraram/.exec(await sentence.innerText())?.[1] ?? ''
  expect(Number(paid.replace(',', '.'))).toBeGreaterThanOrEqual(9.1)
  await phone.picture('cash-out-told')
  await message.getByRole('button', { name: 'Ver' }).click()
  await expect(page.getByText('Encerrada por cash-out').first()).toBeVisible()
  await phone.picture('cash-out-by-level')
})
