import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { settleStakes } from '../../apps/server/src/rewards/testing/players.ts'
import { until } from '../test/until.ts'
import { type Answered, request, type Asked, insist } from './request.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import {
  type AttackingPlayer,
  centsOf,
  freshCpf,
  type Offer,
  openOffers,
  openPlayers,
  passwordGiven,
  solveCaptcha,
} from './players.ts'

const TIMES = 200
const STAKE = 100
const DICE = '/api/app/games/dice/betPlay'
const BET = '/api/app/sportsbook/betPlay'
/** A roll far from the target: the round is lost, so that the balance's reach can be counted. */
const LOSING = { direction: 'over', targetHundredths: 9_998 }

let attacked: AttackedApp
let offers: Offer[]

beforeAll(async () => {
  attacked = await openAttackedApp()
  offers = await openOffers(attacked.url)
})

afterAll(() => attacked.close())

/** The same request many times concurrently; returns every answer other than "too fast". */
const atOnce = (asked: Asked, times = TIMES): Promise<Answered[]> =>
  Promise.all(Array.from({ length: times }, () => insist(attacked.url, asked)))

const different = (answers: readonly Answered[]) =>
  new Set(answers.map(({ http, text }) => `${http} ${text}`))

const playerWith = async (
  wish: { cents?: number; isIdentified?: boolean } = {},
): Promise<AttackingPlayer> => {
  const [player] = await openPlayers(attacked.deps, [wish])
  if (!player) throw new Error('a player opens')
  return player
}

const requestId = () => attacked.deps.random.hex(16)
const offer = (at: number) => offers[at % offers.length] as Offer

test.concurrent('200 times the same round of dice is one round, one stake and one answer', async () => {
  const { playerId, token } = await playerWith({ cents: 5_000 })
  const body = { requestId: requestId(), stakeCents: STAKE, ...LOSING }
  const answers = await atOnce({ path: DICE, token, body })
  expect([...different(answers)]).toHaveLength(1)
  expect(answers[0]).toMatchObject({ http: 200, data: { round: { stakeCents: STAKE } } })
  const round = answers[0]?.data['round'] as { payoutCents: number } | undefined
  expect(await centsOf(attacked.deps, playerId)).toBe(5_000 - STAKE + (round?.payoutCents ?? Number.NaN))
  const other = await insist(attacked.url, { path: DICE, token, body: { ...body, stakeCents: 101 } })
  expect(other.data['code']).toBe('request_mismatch')
})

test.concurrent('200 times the same bet is one bet, one stake and one answer', async () => {
  const { playerId, token } = await playerWith({ cents: 5_000 })
  const body = { requestId: requestId(), unitStakeCents: STAKE, ...offer(0) }
  const answers = await atOnce({ path: BET, token, body })
  expect([...different(answers)]).toHaveLength(1)
  expect(answers[0]).toMatchObject({ http: 200, data: { stakeCents: STAKE, status: 'open' } })
  expect(await centsOf(attacked.deps, playerId)).toBe(5_000 - STAKE)
})

test.concurrent('200 different stakes on a small balance: as many as it covers, in both products at once', async () => {
  const { playerId, token } = await playerWith({ cents: 17 * STAKE + 63 })
  const answers = await Promise.all(
    Array.from({ length: TIMES }, (_none, at) =>
      insist(attacked.url, at % 2 ? newRound(token) : newBet(token, at)),
    ),
  )
  const accepted = answers.filter(({ http }) => http === 200)
  const payouts = accepted.reduce((sum, { data }) => sum + payoutOf(data), 0)
  expectAccepted(accepted.length, 17 * STAKE + 63, payouts)
  expect(await centsOf(attacked.deps, playerId)).toBe(17 * STAKE + 63 + payouts - accepted.length * STAKE)
  const refused = answers.filter(({ http }) => http !== 200)
  expect(refused.filter(({ http, status }) => http !== 500 || status !== 9999)).toEqual([])
})

/** The payout of a round; a bet has none yet. */
const payoutOf = (data: Record<string, unknown>): number =>
  (data['round'] as { payoutCents: number } | undefined)?.payoutCents ?? 0

/** Expects as many stakes as these cents cover. One round in five thousand wins by chance and pays for more. */
function expectAccepted(stakes: number, cents: number, payouts: number): void {
  const covered = Math.floor(cents / STAKE)
  expect(stakes).toBeGreaterThanOrEqual(covered)
  expect(stakes).toBeLessThanOrEqual(Math.min(TIMES, covered + Math.ceil(payouts / STAKE)))
}

const newRound = (token: string): Asked => ({
  path: DICE,
  token,
  body: { requestId: requestId(), stakeCents: STAKE, ...LOSING },
})

const newBet = (token: string, at: number): Asked => ({
  path: BET,
  token,
  body: { requestId: requestId(), unitStakeCents: STAKE, ...offer(at) },
})

test.concurrent('the daily loss limit holds against 200 concurrent stakes in both products', async () => {
  const { playerId, token } = await playerWith({ cents: 100_000 })
  const limit = { path: '/api/app/protection/limits', token, body: { dailyLossCents: 1_050 } }
  expect((await request(attacked.url, limit)).http).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: TIMES }, (_none, at) =>
      insist(attacked.url, at % 2 ? newRound(token) : newBet(token, at)),
    ),
  )
  const accepted = answers.filter(({ http }) => http === 200)
  const payouts = accepted.reduce((sum, { data }) => sum + payoutOf(data), 0)
  expectAccepted(accepted.length, 1_050, payouts)
  expect(await centsOf(attacked.deps, playerId)).toBe(100_000 - accepted.length * STAKE + payouts)
  const refused = answers.filter(({ http }) => http !== 200)
  expect(refused.filter(({ data }) => data['code'] !== 'daily_loss_limit')).toEqual([])
})

test.concurrent('200 times the same withdrawal, then 60 different ones, pay out no more than there is', async () => {
  const { playerId, token, cpf } = await playerWith({ cents: 15_000 })
  await passwordGiven(attacked.deps, { playerId })
  const wish = (amount: number): Asked => ({
    path: '/api/app/order/withdraw',
    token,
    body: { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount, whatsapp: '' },
  })
  const answers = await Promise.all(
    Array.from({ length: TIMES }, () => request(attacked.url, wish(50))), // without retries: after seconds a new request would be allowed
  )
  const accepted = answers.filter(({ http }) => http === 200)
  expect(accepted.length).toBeGreaterThan(0)
  expect([...different(accepted)]).toHaveLength(1)
  expect(answers.map(({ http }) => http).filter((http) => ![200, 429].includes(http))).toEqual([])
  await Promise.all(
    Array.from({ length: 60 }, (_none, at) => insist(attacked.url, wish(50 + (at + 1) / 100))),
  )
  const rows = await attacked.deps.db<{ count: number; cents: number }[]>`
    select count(*) as count, sum(amount_cents)::bigint as cents from cashier_withdrawal where player_id = ${playerId}`
  expect(rows[0]?.cents).toBeLessThanOrEqual(15_000)
  expect((await centsOf(attacked.deps, playerId)) + (rows[0]?.cents ?? 0)).toBe(15_000)
})

test.concurrent('200 times the same top-up is one order and one charge at the bank', async () => {
  const { playerId, token } = await playerWith()
  const path = '/api/app/order/prePay/brl-100'
  const answers = await atOnce({ path, token, body: { gift: '0', pkgId: 'brl-100' } })
  expect([...different(answers)]).toHaveLength(1)
  expect(answers[0]?.http).toBe(200)
  const rows = await attacked.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_order where player_id = ${playerId}`
  expect(rows[0]?.count).toBe(1)
})

test.concurrent('200 times the same KYC records it once', async () => {
  const { playerId, token } = await playerWith({ isIdentified: false })
  const body = { name: 'Ana Souza', cardNo: freshCpf(attacked.deps) }
  const answers = await atOnce({ path: '/api/app/user/updateKyc', token, body })
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ data }) => data['code'] === 'kyc_already_done')).toHaveLength(TIMES - 1)
  expect(await factsOf('player.identified', playerId)).toBe(1)
})

test.concurrent('200 rotations of seeds at once reveal each seed once and leave one pair in use', async () => {
  const { playerId, token } = await playerWith()
  const answers = await atOnce({ path: '/api/app/games/rotateSeeds', token, body: { clientSeed: 'mine' } })
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  const revealed = answers.map(({ data }) => (data['revealed'] as { serverSeed: string }).serverSeed)
  expect(new Set(revealed).size).toBe(TIMES)
  const rows = await attacked.deps.db<{ status: string; count: number }[]>`
    select status, count(*) as count from games_seed_pair
     where player_id = ${playerId} and status in ('current', 'next') group by status order by status`
  expect(rows).toEqual([
    { status: 'current', count: 1 },
    { status: 'next', count: 1 },
  ])
})

test.concurrent('200 claims of one bonus at once, while its player sets limits, are one bonus, one movement and one notice', async () => {
  const { deps, url } = attacked
  const { playerId, token } = await playerWith()
  await settleStakes(deps, [playerId], 20_000) // the first step of an activity, R$ 3.00
  const claim = (id: string): Asked => ({
    path: '/api/app/rewards/awards/claim',
    token,
    body: { requestId: id, awardId: 'activity-mes-do-palpite-1' },
  })
  const limit = (at: number): Asked => ({
    path: '/api/app/protection/limits',
    token,
    body: { dailyLossCents: 50_000 - at },
  })
  const [first] = [requestId()]
  const answers = await Promise.all(
    Array.from({ length: TIMES }, async (_none, at) => {
      if (at % 10 === 0) await insist(url, limit(at))
      // Half of them under one request id, half each under its own.
      return insist(url, claim(at % 2 ? first : requestId()))
    }),
  )
  const given = answers.filter(({ http }) => http === 200)
  expect(given.length).toBeGreaterThan(0)
  expect([...different(given)]).toHaveLength(1)
  const refused = answers.filter(({ http }) => http !== 200)
  expect([...new Set(refused.map(({ data }) => data['code']))]).toEqual(['award_claimed'])
  expect([1, TIMES / 2]).toContain(given.length) // one of an own id, or all of the shared one
  const counts = () => deps.db<{ grants: number; moved: number; cents: number; notices: number }[]>`
    select (select count(*)::integer from rewards_grant where player_id = ${playerId}) as grants,
           (select count(*)::integer from ledger_transfer where player_id = ${playerId}) as moved,
           (select coalesce(sum(amount_cents), 0)::bigint from ledger_transfer where player_id = ${playerId}) as cents,
           (select count(*)::integer from messages_message
             where player_id = ${playerId} and kind = 'bonus') as notices`
  // The notice arrives once the grant is read from the outbox.
  await until('a notice of the bonus', async () => ((await counts())[0]?.notices ?? 0) > 0)
  expect(await counts()).toEqual([{ grants: 1, moved: 1, cents: 300, notices: 1 }])
  expect(await factsOf('grant.given', playerId)).toBe(1)
  expect(await centsOf(deps, playerId)).toBe(300)
  const { data } = await insist(url, { path: '/api/app/protection/limits', token })
  expect(data['dailyLossCents']).toBe(50_000 - TIMES + 10) // the tightest of them
})

test.concurrent('90 times the same limit is that limit, and a looser one starts its wait once', async () => {
  const { token } = await playerWith()
  const path = '/api/app/protection/limits'
  const set = (dailyLossCents: number | null) => atOnce({ path, token, body: { dailyLossCents } }, 90)
  expect([...different(await set(5_000))]).toHaveLength(1)
  expect([...different(await set(null))]).toHaveLength(1)
  const { data } = await insist(attacked.url, { path, token })
  expect(data).toMatchObject({ dailyLossCents: 5_000, pending: { dailyLossCents: null } })
})

test.concurrent('200 registrations with one solved captcha make one player', async () => {
  const from = '198.51.100.20'
  const solved = await solveCaptcha(attacked, { codeId: '4242', from })
  const answers = await atOnce(registration('one@attacks.example', solved, from))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ data }) => data['code'] === 'wrong_captcha')).toHaveLength(TIMES - 1)
})

test.concurrent('many concurrent registrations of one e-mail, each with its own captcha, make one player', async () => {
  const email = 'many@attacks.example'
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_none, at) => {
      const from = `198.51.101.${at + 1}`
      return insist(
        attacked.url,
        registration(email, await solveCaptcha(attacked, { codeId: `7000${at}`, from }), from),
      )
    }),
  )
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ data }) => data['code'] === 'cannot_register')).toHaveLength(29)
  const rows = await attacked.deps.db<{ count: number }[]>`
    select count(*) as count from identity_player where email = ${email}`
  expect(rows[0]?.count).toBe(1)
})

const registration = (
  username: string,
  solved: { codeId: string; captCode: string },
  from: string,
): Asked => {
  const [pwd, pwd1] = ['a rather long password', 'a rather long password']
  const body = { username, country: '+55', phone: '11987654321', pwd, pwd1, ...solved }
  return { path: '/api/auth/user/restRegister', from, body }
}

test.concurrent('200 tickets at once are 200 tickets, and repeated logouts are one', async () => {
  const { token } = await playerWith()
  const tickets = await atOnce({ method: 'POST', path: '/api/app/realtime/ticket', token })
  expect(different(tickets).size).toBe(TIMES)
  const ended = await Promise.all(
    Array.from({ length: 25 }, () =>
      request(attacked.url, { method: 'POST', path: '/api/auth/user/restLogout', token }),
    ),
  )
  expect(ended.map(({ http }) => http).filter((http) => ![200, 401, 429].includes(http))).toEqual([])
  expect((await request(attacked.url, { path: '/api/app/user/getBalance', token })).http).toBe(401)
})

async function factsOf(topic: string, playerId: number): Promise<number | undefined> {
  const rows = await attacked.deps.db<{ count: number }[]>`
    select count(*) as count from platform_outbox outbox, json_array_elements(outbox.events::json) event
     where outbox.topic = ${topic} and (event->>'playerId')::bigint = ${playerId}`
  return rows[0]?.count
}

test('after all of it the ledger holds, without a bug, a fault or a deadlock', async () => {
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"|deadlock/)
})
