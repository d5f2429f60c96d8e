import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { cents } from '@palpite/money'
import { LOST, multipleReturn, priceMilli, type Resolution, VOID, WON } from '@palpite/odds'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { present } from '../../apps/server/src/platform/errors.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { type FeedMessage, applyFeedMessages } from '../../apps/server/src/sportsbook/index.ts'
import { addMatch, plainOffers } from '../../apps/server/src/sportsbook/testing/harness.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { betUntilStopped, isSale, type OpenMatch } from './bet-callers.ts'
import { type CallingPlayer, PACE_MS, type Sent, send } from './callers.ts'
import { midLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 12
const OPEN_MATCHES = 5
/** After this many kills the whole book is verified under load. */
const VERIFIED_EACH = 5
/** Open bets are settled in seconds; some more for a busy machine. */
const SETTLED_MS = 120_000

let killed: KilledApp
/** The matches open to bets now. */
let matches: OpenMatch[]
let players: CallingPlayer[]

beforeAll(async () => {
  killed = await openKilledApp()
  players = await withDeps(killed.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
})

// One that failed early leaves nothing open to the next.
beforeEach(() => void (matches = []))
afterEach(() => withDeps(killed.databaseUrl, endAll))
afterAll(() => killed.close())

const asFeed = (deps: Deps) => ({
  deps,
  receive: (messages: readonly FeedMessage[]) =>
    deps.db.begin((tx) => applyFeedMessages(tx, 'importer', messages)),
})

/** How each match with bets ended, by its outcomes. */
const results = new Map<number, Resolution>()
/** Those with a first, provisional result. */
const reported: OpenMatch[] = []

/** Reports a provisional result for the longest open match and the final one for the previous, and opens another. */
async function goOn(deps: Deps): Promise<void> {
  for (const match of reported.splice(0)) await end(deps, match)
  matches.push(await addMatch(asFeed(deps)))
  const ended = matches.length > OPEN_MATCHES ? matches.shift() : undefined
  if (!ended) return
  reported.push(ended)
  await asFeed(deps).receive([settlementOf(ended, 'provisional', CODES[randomInt(CODES.length)])])
}

async function endAll(deps: Deps): Promise<void> {
  for (const match of [...reported.splice(0), ...matches.splice(0)]) await end(deps, match)
}

const CODES = ['home', 'draw', 'away', undefined]

/** One of four matches is void. */
async function end(deps: Deps, match: OpenMatch): Promise<void> {
  const winner = CODES[randomInt(CODES.length)]
  for (const [code, id] of Object.entries(match.outcomes)) results.set(id, resolutionOf(code, winner))
  await asFeed(deps).receive([settlementOf(match, 'confirmed', winner)])
}

const resolutionOf = (code: string, winner: string | undefined): Resolution =>
  winner === undefined ? VOID : code === winner ? WON : LOST

function settlementOf(
  { key }: OpenMatch,
  certainty: 'provisional' | 'confirmed',
  winner: string | undefined,
): FeedMessage {
  const { outcomes, ...market } = present(plainOffers[0], 'the offer of a result')
  const resolved = outcomes.map(({ code }) => ({ code, resolution: resolutionOf(code, winner) }))
  return { kind: 'settlement', key, certainty, markets: [{ market, outcomes: resolved }] }
}

type StoredBet = {
  requestId: string
  playerId: number
  status: string
  stakeCents: number
  /** The total returned: by settlement, and by cash-outs. */
  backCents: number
  isSold: boolean
  returnCents: number | null
  unitStakeCents: number
  folds: number[]
  legs: { outcomeId: number; priceMilli: number; isBanker: boolean }[]
}

const storedBets = ({ db }: Deps) => db<StoredBet[]>`
  select bet.request_id as "requestId", bet.player_id as "playerId", bet.status, bet.stake_cents as "stakeCents",
         coalesce(bet.return_cents, 0) + case bet.status when 'cashed_out' then 0 else bet.sold_paid_cents end as "backCents",
         bet.sold_unit_cents > 0 as "isSold", bet.return_cents as "returnCents",
         bet.unit_stake_cents - bet.sold_unit_cents as "unitStakeCents", bet.folds,
         (select json_agg(json_build_object('outcomeId', leg.outcome_id, 'priceMilli', leg.price_milli,
                                            'isBanker', leg.is_banker) order by leg.place)
            from sportsbook_leg leg where leg.bet_id = bet.id) as legs
    from sportsbook_bet bet`

const storedSales = ({ db }: Deps) => db<{ requestId: string; paidCents: number }[]>`
  select request_id as "requestId", paid_cents as "paidCents" from sportsbook_cash_out`

test.each([
  ['the server', () => killed.killServer()],
  ['PostgreSQL', () => killed.killPostgres()],
])(
  `kill -9 of %s ${KILLS} times during parlays, systems, cash-outs, settlement and corrections loses and doubles nothing`,
  async (_what, kill) => {
    const before = await withDeps(killed.databaseUrl, (deps) => balancesOf(deps, players))
    const earlier = new Set(
      (await withDeps(killed.databaseUrl, storedBets)).map(({ requestId }) => requestId),
    )
    await withDeps(killed.databaseUrl, async (deps) => {
      for (let at = 0; at < OPEN_MATCHES; at += 1) await goOn(deps)
    })
    const findings: unknown[] = []
    const { load, stop } = betUntilStopped(killed.url, players, matches)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await midLoad(load, randomInt(20, 60))
      await withDeps(killed.databaseUrl, (deps) => goOn(deps))
      await sleep(randomInt(0, 1200)) // settlement runs once a second
      await midLoad(load, 1)
      await kill()
      if (kills % VERIFIED_EACH === 0)
        findings.push(...(await withDeps(killed.databaseUrl, (deps) => verifyAll(deps.db))))
    }
    await midLoad(load, 20)
    const sent = await stop()
    expect(findings).toEqual([])
    const cutOff = sent.filter(({ answer }) => answer === undefined)
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    const sold = acknowledged.filter(isSale)
    expect(acknowledged.length - sold.length).toBeGreaterThan(KILLS * 2)
    expect(sold.length).toBeGreaterThan(0)
    expect(cutOff.length).toBeGreaterThan(0)
    expect(await contradicted([...cutOff, ...acknowledged.filter((_, at) => at % 10 === 0)])).toEqual([])

    await withDeps(killed.databaseUrl, async (deps) => {
      await endAll(deps)
      const own = async () => (await storedBets(deps)).filter(({ requestId }) => !earlier.has(requestId))
      const open = async () => (await own()).filter(({ status }) => status === 'open').length
      await expect.poll(open, { timeout: SETTLED_MS, interval: 500 }).toBe(0)
      expect(await verifyAll(deps.db)).toEqual([])
      const bets = await own()
      const sales = new Map((await storedSales(deps)).map((one) => [one.requestId, one.paidCents]))
      // Each was placed once, and each acknowledged cash-out was executed, for the acknowledged amount.
      const placed = new Map(bets.map((bet) => [bet.requestId, bet]))
      expect(placed.size).toBe(bets.length)
      const lost = acknowledged.filter((one) =>
        isSale(one)
          ? sales.get(one.requestId) !== one.answer?.['paidCents']
          : placed.get(one.requestId)?.playerId !== one.playerId,
      )
      expect(lost).toEqual([])
      // Every bet matches its matches' results.
      const wrong = bets.filter((bet) => bet.status === 'settled' && !isSettledRight(bet))
      expect(wrong).toEqual([])
      expect(bets.filter(({ status }) => status === 'settled').length).toBeGreaterThan(0)
      const after = await balancesOf(deps, players)
      for (const { playerId } of players) {
        const cents = bets
          .filter((bet) => bet.playerId === playerId)
          .reduce((sum, { backCents, stakeCents }) => sum + backCents - stakeCents, 0)
        expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(cents)
      }
    })
  },
  300_000 + KILLS * 60_000, // for a busy machine
)

/** Repeats all of it, lost calls too; returns what was acknowledged before and now answers differently. */
async function contradicted(sent: readonly Sent[]): Promise<Sent[]> {
  const reported = (answer: Sent['answer']) => [answer?.['betId'], answer?.['paidCents']]
  const others = await Promise.all(
    players.map(async (player) => {
      const own: Sent[] = []
      for (const one of sent.filter(({ playerId }) => playerId === player.playerId)) {
        const { answer, ...again } = one
        const isAnswered = await send(killed.url, player, again)
        await sleep(PACE_MS)
        if (answer && !(isAnswered && isDeepStrictEqual(reported((again as Sent).answer), reported(answer))))
          own.push(one)
      }
      return own
    }),
  )
  return others.flat()
}

/** The rest of a bet after its cash-outs returns what the odds package computes for its legs. */
function isSettledRight({ legs, folds, unitStakeCents, returnCents }: StoredBet): boolean {
  const returned = multipleReturn({
    unitStakeCents: cents(unitStakeCents),
    folds,
    legs: legs.map(({ outcomeId, priceMilli: price, isBanker: banker }) => ({
      priceMilli: priceMilli(price),
      banker,
      resolution: results.get(outcomeId),
    })),
  })
  return returned === returnCents
}
