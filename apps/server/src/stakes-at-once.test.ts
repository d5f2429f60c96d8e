import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableRoundPause } from '../../../tools/test/rounds-at-once.ts'
import { readDeposited } from './cashier/index.ts'
import { openGames } from './games/index.ts'
import { launch, openSessionOf, openStudio } from './games/testing/harness.ts'
import { todayTurnover } from './ledger/index.ts'
import { present } from './platform/errors.ts'
import { openProtection, policyOf } from './protection/index.ts'
import {
  addMatch,
  type Harness,
  nextRequest,
  openHarness,
  play,
  requestFor,
} from './sportsbook/testing/harness.ts'
import { verifyAll } from './verify.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  await disableRoundPause(harness.deps.db)
  await openStudio(harness)
})
afterAll(() => harness.close())

const PLAYERS = 2
const MATCHES = 2
const CASH_CENTS = 3000

const player = fc.integer({ min: 0, max: PLAYERS - 1 })
const match = fc.integer({ min: 0, max: MATCHES - 1 })
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      player,
      match,
      stakeCents: fc.integer({ min: 100, max: 900 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('rounds' as const),
      player,
      server: fc.integer({ min: 0, max: 1 }),
      stakes: fc.array(fc.integer({ min: 10, max: 900 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('studio' as const),
      player,
      server: fc.integer({ min: 0, max: 1 }),
      stakeCents: fc.integer({ min: 10, max: 900 }),
      wins: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cashOut' as const), player }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      player,
      dailyLossCents: fc.option(fc.integer({ min: 100, max: 3000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('settlement' as const), match }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** The commands of each lane one after the other, all lanes at once. */
const lanes = fc.array(fc.array(command, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 8 })

/** An accepted stake: its cents, its immediate return, and the limit answered before it was sent. */
type AcceptedStake = { stakeCents: number; payoutCents: number; limitCents: number }

let cashedOut = 0

async function openWorld() {
  const { deps, sportsbook } = harness
  const policy = policyOf(deps.config)
  const servers = [openGames(deps, { policy }), openGames(deps, { policy })]
  const { setLimit } = openProtection(deps, { policy, readDeposited })
  const playerIds: number[] = []
  for (let at = 0; at < PLAYERS; at += 1) playerIds.push(await harness.newPlayer(CASH_CENTS))
  const matches: Awaited<ReturnType<typeof addMatch>>[] = []
  for (let at = 0; at < MATCHES; at += 1) matches.push(await addMatch(harness))
  const limits = playerIds.map(() => Number.POSITIVE_INFINITY)
  const taken = new Map<string, AcceptedStake>()
  const refusals: string[] = []
  const sessions: string[] = []
  for (const playerId of playerIds) {
    await launch(harness, playerId)
    sessions.push(present(await openSessionOf(harness, playerId), 'a session'))
  }
  const betIds = playerIds.map((): number[] => [])
  let requests = 0

  const run = async (one: Command): Promise<void> => {
    switch (one.kind) {
      case 'bet': {
        const playerId = present(playerIds[one.player], 'a player')
        const limitCents = present(limits[one.player], 'a limit')
        const outcomeId = matches[one.match]?.outcomes['home']
        const request = requestFor(playerId, outcomeId, { stakeCents: one.stakeCents })
        const answer = await sportsbook.placeBet(request)
        if (!answer.ok) return void refusals.push(answer.refusal.code)
        const { stakeCents } = one
        taken.set(`bet:${answer.value.betId}:stake`, { stakeCents, payoutCents: 0, limitCents })
        betIds[one.player]?.push(Number(answer.value.betId))
        return
      }
      case 'studio': {
        const limitCents = present(limits[one.player], 'a limit')
        const { stakeCents: cents, wins } = one
        const at = `at-once-${playerIds.join()}-${(requests += 1)}`
        const of = { studioId: 'acme', session: sessions[one.player] ?? '', roundId: at }
        const { applyTransactions } = present(servers[one.server], 'a server')
        const [debit] = await applyTransactions([{ ...of, kind: 'debit', transactionId: at, cents }])
        if (!debit?.ok) return void refusals.push(debit?.code ?? 'no answer')
        taken.set(`studio:acme:${at}`, { stakeCents: cents, payoutCents: 0, limitCents })
        const credit = { kind: 'credit', transactionId: `${at}-end`, cents: wins ? cents * 2 : 0 } as const
        await applyTransactions([{ ...of, ...credit, endsRound: true }])
        return
      }
      case 'cashOut': {
        const playerId = present(playerIds[one.player], 'a player')
        const [offer] = await sportsbook.cashOuts.offers(playerId, betIds[one.player] ?? [])
        if (!offer) return
        const { quoteId } = offer
        const request = { playerId, requestId: nextRequest(), quoteId, unitCents: undefined, minShareBps: 0 }
        const answer = await sportsbook.cashOuts.accept(request)
        if (answer.ok) cashedOut += 1
        return
      }
      case 'rounds': {
        const playerId = present(playerIds[one.player], 'a player')
        const limitCents = present(limits[one.player], 'a limit')
        const list = one.stakes.map((stakeCents) => ({
          playerId,
          requestId: `at-once-${playerId}-${(requests += 1)}`,
          stakeCents,
          game: 'dice' as const,
          choice: { direction: 'over', targetHundredths: 5050 }, // pays twice the stake or nothing
        }))
        for (const answer of await present(servers[one.server], 'a server').playRounds(list)) {
          if (!answer.ok) refusals.push(answer.refusal.code)
          else taken.set(`dice:${answer.value.id}`, { ...answer.value, limitCents })
        }
        return
      }
      case 'limit': {
        const { dailyLossCents } = one
        await setLimit({
          playerId: present(playerIds[one.player], 'a player'),
          kind: 'loss',
          period: 'day',
          amount: dailyLossCents,
        })
        // A looser one waits for a day: the previous answer still applies.
        if (dailyLossCents !== null)
          limits[one.player] = Math.min(dailyLossCents, present(limits[one.player], 'a limit'))
        return
      }
      case 'settlement': {
        // The first match is won and the other lost, and never corrected: a day keeps what a correction reverses.
        const { key } = present(matches[one.match], 'a match')
        await harness.receive([play(key, -1, one.match === 0 ? 1 : 0, one.match)])
        await sportsbook.settle()
      }
    }
  }
  return { playerIds, taken, refusals, run }
}

type Entry = { key: string; amountCents: number; balanceCents: number }

/** The movements of a player's cash, in the order in which the account was locked. */
const entriesOf = (playerId: number) => harness.deps.db<Entry[]>`
  select entry.transfer_key as key, entry.amount_cents as "amountCents", entry.balance_cents as "balanceCents"
    from ledger_entry entry
    join ledger_account account on account.id = entry.account_id
   where account.player_id = ${playerId} and account.kind = 'cash'
   order by entry.version`

/** Replays a player's day: what was counted, and stakes above the limit or balance in force at their turn. */
async function replay(playerId: number, taken: ReadonlyMap<string, AcceptedStake>) {
  let [stakedCents, returnedCents] = [0, 0]
  const above: string[] = []
  for (const { key, amountCents, balanceCents } of await entriesOf(playerId)) {
    const stake = taken.get(key)
    if (!stake) {
      if (key.startsWith('bet:') || key.startsWith('studio:')) returnedCents += amountCents
      continue
    }
    const lossCents = stakedCents - returnedCents + stake.stakeCents
    if (lossCents > stake.limitCents) above.push(`${key}: ${lossCents} of ${stake.limitCents}`)
    const cashCents = balanceCents - amountCents
    if (stake.stakeCents > cashCents) above.push(`${key}: ${stake.stakeCents} of ${cashCents}`)
    stakedCents += stake.stakeCents
    returnedCents += stake.payoutCents
  }
  return { counted: { stakedCents, returnedCents }, above }
}

test('no interleaving of bets, rounds, studios, cash-outs, limits and settlements exceeds a limit or a balance', async () => {
  const seen = new Set<string>()
  let [stakes, limited] = [0, 0]
  await fc.assert(
    fc.asyncProperty(lanes, async (plan) => {
      const { playerIds, taken, refusals, run } = await openWorld()
      await Promise.all(
        plan.map(async (lane) => {
          for (const one of lane) await run(one)
        }),
      )
      const days = await todayTurnover(harness.deps.db, playerIds)
      for (const playerId of playerIds) {
        const { counted, above } = await replay(playerId, taken)
        expect(above).toEqual([])
        expect(days.get(playerId)).toMatchObject(counted)
      }
      for (const code of refusals) seen.add(code)
      stakes += taken.size
      limited += [...taken.values()].filter(({ limitCents }) => Number.isFinite(limitCents)).length
    }),
    { numRuns: 15 },
  )
  expect(await verifyAll(harness.deps.db)).toEqual([])
  // The runs were meaningful: stakes were accepted, with and without a limit, and refused for both reasons.
  expect(stakes).toBeGreaterThan(50)
  expect(limited).toBeGreaterThan(10)
  expect(cashedOut).toBeGreaterThan(0)
  expect([...seen]).toEqual(
    expect.arrayContaining(['daily_loss_limit', 'limit_reached', 'insufficient_funds']),
  )
}, 120_000)
