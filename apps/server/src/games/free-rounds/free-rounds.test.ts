import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '../../platform/crypto.ts'
import { policyOf } from '../../protection/index.ts'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { verifyStudios } from '../index.ts'
import { type Harness, openHarness, openStudio, playerInGame } from '../testing/harness.ts'
import { type GrantFreeRounds, grantFreeRounds } from './grant-free-rounds.ts'
import { insertFreeRounds, selectOpenFreeRounds } from './queries.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  await openStudio(harness)
})
afterAll(() => harness.close())

let requests = 0
const inADay = () => new Date(Date.now() + 24 * 60 * 60 * 1000)

const giftFor = (playerId: number, own: Partial<GrantFreeRounds> = {}): GrantFreeRounds => ({
  playerId,
  requestId: `free-rounds-${(requests += 1)}-0000`,
  gameCode: 'acme-reels',
  rounds: 2,
  stakeCents: 50,
  endsAt: inADay(),
  ...own,
})

const give = (gifts: readonly GrantFreeRounds[], policy = policyOf(harness.deps.config)) =>
  harness.deps.db.begin((tx) => grantFreeRounds(tx, { random: systemRandom, policy }, gifts))

/** A player in the game with two free rounds by default. */
async function playerWithGift(own: Partial<GrantFreeRounds> = {}) {
  const player = await playerInGame(harness, 1000, true)
  const [given] = await give([giftFor(player.playerId, own)])
  if (!given?.ok) throw new Error('free rounds are given')
  return { ...player, grant: given.value.grantId }
}

const apply = (...asked: Parameters<Harness['games']['applyTransactions']>[0]) =>
  harness.games.applyTransactions(asked)
const said = (answers: Awaited<ReturnType<typeof apply>>) =>
  answers.map((answer) => (answer.ok ? answer.value.balanceCents : answer.code))

test('a free round debits no stake, and its win is bonus to be wagered like every other gift', async () => {
  const player = await playerWithGift()
  const lost = player.free(player.grant, 0)
  const won = player.free(player.grant, 300)
  expect(said(await apply(lost, won, won, lost))).toEqual([1000, 1300, 1300, 1000])
  expect(said(await apply(won))).toEqual([1300])
  expect(await harness.balances(player.playerId)).toMatchObject({ cashCents: 1000, bonusCents: 300 })
  const rows = await harness.deps.db<object[]>`
    select source, bonus_grant_cents as "bonusGrantCents", bonus_cents as "bonusCents"
      from wagering_requirement where player_id = ${player.playerId}`
  expect(rows).toEqual([{ source: 'free_round', bonusGrantCents: 300, bonusCents: 600 }])
})

test('no more free rounds are played than granted, also by concurrent lists', async () => {
  const player = await playerWithGift()
  const lists = await Promise.all(
    Array.from({ length: 4 }, () => apply(player.free(player.grant, 10), player.free(player.grant, 10))),
  )
  expect(lists.flat().filter(({ ok }) => ok)).toHaveLength(2)
  expect(await player.balance()).toBe(1020)
  const left = { playerId: player.playerId, gameCode: null }
  expect(await selectOpenFreeRounds(harness.deps.db, left)).toEqual([])
})

test('a player on a break is granted none, and cannot play those granted before', async () => {
  const player = await playerWithGift()
  await takeTestBreak(harness.deps, player.playerId, 'exclusion')
  expect(await give([giftFor(player.playerId)])).toMatchObject([{ refusal: { code: 'self_excluded' } }])
  expect(said(await apply(player.free(player.grant, 300)))).toEqual(['player_blocked'])
})

test('a grant is played only by its player, in its game, before it expires, while the player may stake', async () => {
  const [owner, other] = [await playerWithGift(), await playerInGame(harness, 1000)]
  expect(said(await apply(other.free(owner.grant, 500), owner.free('0'.repeat(32), 500)))).toEqual([
    'no_free_rounds',
    'no_free_rounds',
  ])
  await harness.owe(owner.playerId, 50)
  expect(said(await apply(owner.free(owner.grant, 500)))).toEqual(['player_blocked'])
  const late = await playerInGame(harness, 1000)
  const over = {
    ...giftFor(late.playerId, { endsAt: new Date(0) }),
    id: 'd'.repeat(32),
    policyVersion: 'spec',
  }
  await harness.deps.db.begin((tx) => insertFreeRounds(tx, [over]))
  expect(said(await apply(late.free(over.id, 500)))).toEqual(['no_free_rounds'])
})

test('a studio that names another player’s grant does not change its use meanwhile', async () => {
  const { db } = harness.deps
  const [owner, other] = [await playerWithGift(), await playerInGame(harness, 1000)]
  const isWaiting = async () => {
    const rows = await db<object[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return rows.length > 0
  }
  const { late } = await db.begin(async (tx) => {
    await tx`select id from games_session where id = ${other.session} for update`
    // It has read the grant, and waits for the session before it writes.
    const waiting = apply(other.debit(100), other.free(owner.grant, 0))
    await expect.poll(isWaiting).toBe(true)
    expect(said(await apply(owner.free(owner.grant, 0)))).toEqual([1000])
    return { late: waiting }
  })
  expect(said(await late)).toEqual([900, 'no_free_rounds'])
  const left = { playerId: owner.playerId, gameCode: null }
  expect(await selectOpenFreeRounds(db, left)).toMatchObject([{ id: owner.grant, left: 1 }])
})

test('a free round rolled back before it arrived is not played', async () => {
  const player = await playerWithGift()
  const free = player.free(player.grant, 300)
  const back = { ...player.rollback(free.kind === 'free' ? free.transactionId : ''), roundId: free.roundId }
  expect(said(await apply(back, free))).toEqual([1000, 'rolled_back'])
})

test('31.7 a free round stands for one request: with another sum, grant or round it is refused', async () => {
  const player = await playerWithGift()
  const free = player.free(player.grant, 300)
  expect(said(await apply(free))).toEqual([1300])
  const others = [
    { ...free, cents: 301 },
    { ...free, grant: '0'.repeat(32) },
    { ...free, roundId: 'elsewhere' },
  ]
  expect(said(await apply(...(others as (typeof free)[])))).toEqual(others.map(() => 'transaction_mismatch'))
  expect(said(await apply(free))).toEqual([1300])
})

test('a round id with a stake is no free round, and a free round is never rolled back', async () => {
  const player = await playerWithGift()
  const free = player.free(player.grant, 300)
  const ofStake = { ...free, roundId: player.roundId }
  expect(said(await apply(player.debit(100), ofStake))).toEqual([900, 'transaction_mismatch'])
  const back = { ...player.rollback(free.kind === 'free' ? free.transactionId : ''), roundId: free.roundId }
  expect(said(await apply(free, back))).toEqual([1200, 'not_a_debit'])
})

test('a grant is made once by its request, and the same request for another grant is refused', async () => {
  const playerId = await harness.newIdentifiedPlayer(100)
  const gift = giftFor(playerId)
  const lists = await Promise.all([give([gift]), give([gift, gift])])
  const ids = lists.flat().map((one) => (one.ok ? one.value.grantId : one.refusal.code))
  expect(new Set(ids).size).toBe(1)
  expect(lists.flat().filter((one) => one.ok && one.value.isNew)).toHaveLength(1)
  expect(await give([{ ...gift, rounds: 3 }])).toMatchObject([{ refusal: { code: 'request_mismatch' } }])
})

test.each([
  { of: 'a player that there is not', own: { playerId: 999_999 }, code: 'not_found' },
  { of: 'a game that there is not', own: { gameCode: 'acme-none' }, code: 'game_closed' },
  { of: 'less than the game takes', own: { stakeCents: 9 }, code: 'stake_below_min' },
  { of: 'more than the game takes', own: { stakeCents: 100_001 }, code: 'stake_above_max' },
  { of: 'more than one gift may be', own: { rounds: 101, stakeCents: 10_000 }, code: 'stake_above_max' },
  { of: 'an end that has passed', own: { endsAt: new Date(0) }, code: 'bad_request' },
])('a grant of $of is refused: $code', async ({ own, code }) => {
  const playerId = await harness.newIdentifiedPlayer(100)
  expect(await give([giftFor(playerId, own)])).toMatchObject([{ refusal: { code } }])
})

test('a grant needs an identified player, and a policy that allows promotions', async () => {
  const stranger = await playerInGame(harness, 100)
  const known = await playerWithGift()
  const strict = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })
  expect(await give([giftFor(stranger.playerId)])).toMatchObject([{ refusal: { code: 'not_found' } }])
  expect(await give([giftFor(known.playerId)], strict)).toMatchObject([
    { refusal: { code: 'blocked_by_policy' } },
  ])
})

test('the books hold: free round winnings are paid by the house, and are in the day of the studio', async () => {
  expect(await harness.verify()).toEqual([])
  expect(await verifyStudios(harness.deps.db)).toEqual([])
})
