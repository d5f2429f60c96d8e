import { cents } from '@palpite/money'
import { multipleReturn, priceMilli, type Resolution } from '@palpite/odds'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { drawsOf } from '../adversary/fuzz.ts'
import { until } from '../test/until.ts'
import type { Sent } from './callers.ts'
import { midLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { betAllKinds, type BettingPlayer } from './kinds-of-bets.ts'
import { openReportedResults } from './reported-results.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

/** The random choices, repeated: `KILL_SEED=7 npm run chaos -- kill-in-corrections`. The order of answers is chance. */
const SEED = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 32))
const KILLS = Number(process.env['KILLS'] ?? 4)
const PLAYERS = 8
const FREE_BETS = 6
/** At most this many calls are answered between a feed message and the kill: about a run of the settlement. */
const MAX_CALLS_BEFORE_KILL = 60
const SETTLED_MS = 120_000
/** A killed server is back in seconds; longer on a busy machine. */
const TEST_MS = 600_000 + KILLS * 120_000

let killed: KilledApp
let players: BettingPlayer[]

beforeAll(async () => {
  killed = await openKilledApp()
  players = await withDeps(killed.databaseUrl, async (deps) => {
    const opened = await openPlayers(deps, PLAYERS)
    // The profit of a free bet is a bonus to be wagered: of the other half every cent is counted.
    return Promise.all(
      opened.map(async (player, at) => ({
        ...player,
        freeBetIds: at % 2 === 0 ? await giveFreeBets(deps, player.playerId) : [],
      })),
    )
  })
})
afterAll(() => killed.close())

async function giveFreeBets({ db }: Deps, playerId: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    select lpad(${playerId} || 'f' || number, 32, '0'), 'gift-' || number, ${playerId}, 1000, 1010,
           '["single", "parlay"]'::jsonb, now() + interval '1 day', 'spec'
      from generate_series(1, ${FREE_BETS}::integer) as number
    returning id`
  return rows.map(({ id }) => id)
}

type StoredBet = {
  id: number
  requestId: string
  playerId: number
  status: 'open' | 'settled' | 'cashed_out'
  placedAt: Date
  folds: number[]
  isEachWay: boolean
  isFree: boolean
  unitStakeCents: number
  stakeCents: number
  soldUnitCents: number
  soldPaidCents: number
  /** By its cash-outs, each as answered. */
  salesUnitCents: number
  salesPaidCents: number
  settledTimes: number
  returnCents: number | null
  resolutions: (number | null)[] | null
  legs: { outcomeId: number; priceMilli: number; isBanker: boolean }[]
}

/** Every bet, in one statement. */
const storedBets = ({ db }: Deps) => db<StoredBet[]>`
  select bet.id, bet.request_id as "requestId", bet.player_id as "playerId", bet.status, bet.placed_at as "placedAt",
         bet.folds, bet.is_each_way as "isEachWay", bet.free_bet_id is not null as "isFree",
         bet.unit_stake_cents as "unitStakeCents", bet.stake_cents as "stakeCents",
         bet.sold_unit_cents as "soldUnitCents", bet.sold_paid_cents as "soldPaidCents",
         sales.unit::bigint as "salesUnitCents", sales.paid::bigint as "salesPaidCents",
         bet.settled_times as "settledTimes", bet.return_cents as "returnCents", bet.resolutions,
         (select jsonb_agg(jsonb_build_object('outcomeId', leg.outcome_id, 'priceMilli', leg.price_milli,
                                              'isBanker', leg.is_banker) order by leg.place)
            from sportsbook_leg leg where leg.bet_id = bet.id) as legs
    from sportsbook_bet bet
   cross join lateral (select coalesce(sum(unit_cents), 0) as unit, coalesce(sum(paid_cents), 0) as paid
                         from sportsbook_cash_out where bet_id = bet.id) as sales`

const storedSales = ({ db }: Deps) => db<{ requestId: string; paidCents: number }[]>`
  select request_id as "requestId", paid_cents as "paidCents" from sportsbook_cash_out`

type ResolutionAt = (place: number) => Resolution | undefined

/** The return of the rest of a bet by arithmetic alone, given its legs; undefined while it is open. */
function returnOf(bet: StoredBet, resolutionAt: ResolutionAt): number | undefined {
  const returned = multipleReturn({
    unitStakeCents: cents(bet.unitStakeCents - bet.soldUnitCents),
    folds: bet.folds,
    isEachWay: bet.isEachWay,
    legs: bet.legs.map((leg, place) => ({
      priceMilli: priceMilli(leg.priceMilli),
      banker: leg.isBanker,
      resolution: resolutionAt(place),
    })),
  })
  return returned === undefined || !bet.isFree ? returned : Math.max(0, returned - bet.stakeCents)
}

/** What is wrong with a bet by its own rows, at any moment: its cash-outs, and its return by its settlement. */
function wrongWith(bet: StoredBet): string[] {
  const wrong: string[] = []
  if (bet.soldUnitCents !== bet.salesUnitCents || bet.soldPaidCents !== bet.salesPaidCents)
    wrong.push(`bet ${bet.id} sold ${bet.soldUnitCents}, its sales ${bet.salesUnitCents}`)
  if ((bet.status === 'cashed_out') !== (bet.soldUnitCents === bet.unitStakeCents))
    wrong.push(`bet ${bet.id} is ${bet.status} and sold ${bet.soldUnitCents}`)
  if (bet.status !== 'settled') return wrong
  const numbers = bet.resolutions ?? []
  const returnCents = returnOf(bet, (place) => {
    const [won, refunded, of] = numbers.slice(3 * place, 3 * place + 3)
    return won == null || refunded == null || of == null ? undefined : { won, refunded, of }
  })
  if (returnCents !== bet.returnCents)
    wrong.push(`bet ${bet.id} returned ${bet.returnCents}, by its legs ${returnCents}`)
  return wrong
}

const findings = async (deps: Deps): Promise<string[]> => [
  ...(await verifyAll(deps.db)),
  ...(await storedBets(deps)).flatMap(wrongWith),
]

const reported = ({ path, answer }: Pick<Sent, 'path' | 'answer'>) =>
  path.endsWith('betPlay') ? answer?.['betId'] : answer?.['paidCents']

test(
  `kill -9 of server and PostgreSQL at ${KILLS} moments of settlement, corrections and sales of every kind of bet changes no cent (KILL_SEED=${SEED})`,
  async () => {
    const draw = drawsOf(SEED)
    const results = openReportedResults(draw)
    const asDeps = <T>(work: (deps: Deps) => Promise<T>) => withDeps(killed.databaseUrl, work)
    const before = await asDeps((deps) => balancesOf(deps, players))
    await asDeps(results.fill)
    const betting = betAllKinds(killed.url, players, { seed: SEED, fixtures: results.open })
    await midLoad(betting.load, 50)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await asDeps(results.goOn)
      await midLoad(betting.load, draw.below(MAX_CALLS_BEFORE_KILL))
      await asDeps(results.goOn)
      await midLoad(betting.load, draw.below(MAX_CALLS_BEFORE_KILL))
      await (kills % 2 === 0 ? killed.killServer() : killed.killPostgres())
      expect(await asDeps(findings)).toEqual([])
    }
    await asDeps(results.goOn)
    await midLoad(betting.load, 50)
    const hasAllKinds = async () => (await asDeps(missingKinds)).length === 0
    await until('a bet of every kind', hasAllKinds, { patienceMs: 300_000, pauseMs: 500 })
    const sent = await betting.stop()
    expect(betting.count.cutOff).toBeGreaterThan(0)

    // Repeated requests get the same answer, and match what is stored.
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    for (const one of acknowledged.filter((_, at) => at % 20 === 0)) {
      const player = players.find(({ playerId }) => playerId === one.playerId)
      const answer = player && (await betting.askAgain(player, one))
      expect(reported({ ...one, ...(answer && { answer }) })).toBe(reported(one))
      expect(answer).toBeDefined()
    }
    await asDeps(async (deps) => {
      await results.endAll(deps)
      const open = async () => (await storedBets(deps)).filter(({ status }) => status === 'open').length
      await expect.poll(open, { timeout: SETTLED_MS, interval: 500 }).toBe(0)
      // The last corrections are settled once no task is left.
      const tasks = () => deps.db`select fixture_id from sportsbook_settlement_task`
      await expect.poll(tasks, { timeout: SETTLED_MS, interval: 500 }).toEqual([])
      expect(await findings(deps)).toEqual([])
      const bets = await storedBets(deps)
      const byRequest = new Map(bets.map((bet) => [bet.requestId, bet]))
      const sales = new Map((await storedSales(deps)).map((one) => [one.requestId, one.paidCents]))
      const lost = acknowledged.filter((one) =>
        one.path.endsWith('betPlay')
          ? byRequest.get(one.requestId)?.playerId !== one.playerId
          : sales.get(one.requestId) !== reported(one),
      )
      expect(lost).toEqual([])
      expect(byRequest.size).toBe(bets.length)
      expect(bets.length).toBe(acknowledged.filter(({ path }) => path.endsWith('betPlay')).length)

      const wrong = bets.flatMap((bet) => {
        if (bet.status === 'cashed_out') return []
        const shouldReturn = returnOf(bet, (place) =>
          results.resultOf(bet.legs[place]?.outcomeId ?? 0, bet.placedAt),
        )
        return bet.returnCents === shouldReturn ? [] : [{ ...bet, shouldReturn }]
      })
      expect(wrong).toEqual([])

      const after = await balancesOf(deps, players)
      for (const { playerId } of players.filter((_, at) => at % 2 === 1)) {
        const change = bets
          .filter((bet) => bet.playerId === playerId)
          .reduce((sum, bet) => sum + backCents(bet) - bet.stakeCents, 0)
        expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(change)
      }
      expect(bets.some((bet) => bet.status === 'settled' && bet.soldUnitCents > 0)).toBe(true)
      expect(bets.some(({ returnCents, stakeCents }) => (returnCents ?? 0) > stakeCents)).toBe(true)
      // With few kills chance may correct no settled result.
      expect(KILLS < 8 || bets.some(({ settledTimes }) => settledTimes > 1)).toBe(true)
    })
  },
  TEST_MS,
)

const backCents = ({ status, returnCents, soldPaidCents }: StoredBet): number =>
  status === 'cashed_out' ? soldPaidCents : (returnCents ?? 0) + soldPaidCents

/** Kinds with no bet so far: without them the test would show less than it claims. */
async function missingKinds(deps: Deps): Promise<string[]> {
  const bets = await storedBets(deps)
  const sales = await storedSales(deps)
  const kinds: [string, boolean][] = [
    ['system', bets.some(({ folds }) => folds.length > 1)],
    ['banker', bets.some(({ legs }) => legs.some(({ isBanker }) => isBanker))],
    ['each way', bets.some(({ isEachWay }) => isEachWay)],
    ['free bet', bets.some(({ isFree }) => isFree)],
    // Several, because a level may cash out the rest of one before it is settled.
    ['sold in part', bets.filter((bet) => bet.status !== 'cashed_out' && bet.soldUnitCents > 0).length > 3],
    ['sold by its level', sales.some(({ requestId }) => requestId.startsWith('level-'))],
  ]
  return kinds.flatMap(([kind, isThere]) => (isThere ? [] : [kind]))
}
