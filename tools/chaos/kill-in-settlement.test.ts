import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { type FeedMessage, applyFeedMessages } from '../../apps/server/src/sportsbook/feeds/index.ts'
import { addMatch, play } from '../../apps/server/src/sportsbook/testing/harness.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { betUntilStopped, isSale, type OpenMatch } from './bet-callers.ts'
import { type CallingPlayer, PACE_MS, type Sent, send } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 12
const OPEN_MATCHES = 5
/** What is left open is settled in seconds; some more for a busy machine. */
const SETTLED_MS = 120_000

let killed: KilledApp
/** Those that are being bet on now. */
let matches: OpenMatch[]
let players: CallingPlayer[]

beforeAll(async () => {
  killed = await openKilledApp()
  players = await withDeps(killed.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
}, 120_000)

// One that failed before its end leaves nothing open to the next.
beforeEach(() => void (matches = []))
afterEach(() => withDeps(killed.databaseUrl, endAll))
afterAll(() => killed.close())

const asFeed = (deps: Deps) => ({
  deps,
  hear: (messages: readonly FeedMessage[]) =>
    deps.db.begin((tx) => applyFeedMessages(tx, 'importer', messages)),
})

/** How each match ended that was bet on: the code of its result. */
const results = new Map<string, string>()

/** Ends the match that is open longest, and opens another. */
async function goOn(deps: Deps): Promise<void> {
  matches.push(await addMatch(asFeed(deps)))
  const ended = matches.length > OPEN_MATCHES ? matches.shift() : undefined
  if (ended) await end(deps, ended)
}

async function endAll(deps: Deps): Promise<void> {
  for (const match of matches.splice(0)) await end(deps, match)
}

async function end(deps: Deps, { key, outcomes }: OpenMatch): Promise<void> {
  const [home, away] = [randomInt(3), randomInt(3)]
  const code = home === away ? 'draw' : home > away ? 'home' : 'away'
  for (const one of ['home', 'draw', 'away'])
    results.set(String(outcomes[one]), one === code ? 'won' : 'lost')
  await asFeed(deps).hear([play(key, -1, home, away)])
}

type StoredBet = {
  requestId: string
  playerId: number
  status: string
  stakeCents: number
  /** All that came back: what it returned, and what was sold of it. */
  backCents: number
  isSold: boolean
  potentialReturnCents: number
  returnCents: number | null
  outcomeIds: number[]
}

const storedBets = ({ db }: Deps) => db<StoredBet[]>`
  select bet.request_id as "requestId", bet.player_id as "playerId", bet.status, bet.stake_cents as "stakeCents",
         coalesce(bet.return_cents, 0) + case bet.status when 'cashed_out' then 0 else bet.sold_paid_cents end as "backCents",
         bet.sold_unit_cents > 0 as "isSold", bet.potential_return_cents as "potentialReturnCents",
         bet.return_cents as "returnCents",
         (select array_agg(leg.outcome_id) from sportsbook_leg leg where leg.bet_id = bet.id) as "outcomeIds"
    from sportsbook_bet bet`

const storedSales = ({ db }: Deps) => db<{ requestId: string; paidCents: number }[]>`
  select request_id as "requestId", paid_cents as "paidCents" from sportsbook_cash_out`

test.each([
  ['the server', () => killed.killServer()],
  ['PostgreSQL', () => killed.killPostgres()],
])(
  `kill -9 of %s ${KILLS} times during parlays, cash-outs and settlement loses and doubles nothing`,
  async (_what, kill) => {
    const before = await withDeps(killed.databaseUrl, (deps) => balancesOf(deps, players))
    const earlier = new Set(
      (await withDeps(killed.databaseUrl, storedBets)).map(({ requestId }) => requestId),
    )
    await withDeps(killed.databaseUrl, async (deps) => {
      for (let at = 0; at < OPEN_MATCHES; at += 1) await goOn(deps)
    })
    const stop = betUntilStopped(killed.url, players, matches)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(randomInt(500, 1500))
      await withDeps(killed.databaseUrl, (deps) => goOn(deps))
      await sleep(randomInt(0, 1200)) // whoever settles looks once a second
      await kill()
    }
    await sleep(300)
    const sent = await stop()
    const cutOff = sent.filter(({ answer }) => answer === undefined)
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    const sold = acknowledged.filter(isSale)
    expect(acknowledged.length - sold.length).toBeGreaterThan(KILLS * 2)
    expect(sold.length).toBeGreaterThan(0)
    expect(cutOff.length).toBeGreaterThan(0)
    expect(await toldOtherwise([...cutOff, ...acknowledged.filter((_, at) => at % 10 === 0)])).toEqual([])

    await withDeps(killed.databaseUrl, async (deps) => {
      await endAll(deps)
      const own = async () => (await storedBets(deps)).filter(({ requestId }) => !earlier.has(requestId))
      const open = async () => (await own()).filter(({ status }) => status === 'open').length
      await expect.poll(open, { timeout: SETTLED_MS, interval: 500 }).toBe(0)
      expect(await verifyAll(deps.db)).toEqual([])
      const bets = await own()
      const sales = new Map((await storedSales(deps)).map((one) => [one.requestId, one.paidCents]))
      // Each was placed once, and each sale that was told was made, for what was told.
      const placed = new Map(bets.map((bet) => [bet.requestId, bet]))
      expect(placed.size).toBe(bets.length)
      const lost = acknowledged.filter((one) =>
        isSale(one)
          ? sales.get(one.requestId) !== one.answer?.['paidCents']
          : placed.get(one.requestId)?.playerId !== one.playerId,
      )
      expect(lost).toEqual([])
      // Every bet came to what its matches make of it.
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
  600_000,
)

/** Sends all of it again, that which was cut off too; answers what was acknowledged before and is told otherwise now. */
async function toldOtherwise(sent: readonly Sent[]): Promise<Sent[]> {
  const told = (answer: Sent['answer']) => [answer?.['betId'], answer?.['paidCents']]
  const others = await Promise.all(
    players.map(async (player) => {
      const own: Sent[] = []
      for (const one of sent.filter(({ playerId }) => playerId === player.playerId)) {
        const { answer, ...again } = one
        const isAnswered = await send(killed.url, player, again)
        await sleep(PACE_MS)
        if (answer && !(isAnswered && isDeepStrictEqual(told((again as Sent).answer), told(answer))))
          own.push(one)
      }
      return own
    }),
  )
  return others.flat()
}

function isSettledRight({ outcomeIds, isSold, returnCents, potentialReturnCents }: StoredBet): boolean {
  const isWon = outcomeIds.every((id) => results.get(String(id)) === 'won')
  if (!isWon) return returnCents === 0
  return isSold ? (returnCents ?? 0) > 0 : returnCents === potentialReturnCents
}
