import { createHash } from 'node:crypto'
import { openSeason } from '../../apps/server/src/feeds/index.ts'
import { makeTransfers } from '../../apps/server/src/ledger/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { openSportsbook } from '../../apps/server/src/sportsbook/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { selectCounts, selectOpenMarkets, selectTotals } from './queries.ts'

export type SeasonWish = {
  readonly seed: string
  readonly days: number
  /** Minutes of play between two checks. */
  readonly beatMinutes: number
  /** Only the first fixture of each competition and day. */
  readonly isShort?: boolean
  readonly report?: (line: string) => void
}

export type Season = {
  /** The same for the same seed. */
  readonly line: string
  readonly openMarkets: number
  /** How many of its fixtures are outrights. */
  readonly outrights: number
  readonly findings: readonly string[]
}

/** A house day far ahead: future fixtures by the database's clock accept bets. */
const FIRST_DAY = 30_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** A day's last fixtures end on the next. */
const MINUTES_AFTER = 12 * 60
const PLAYERS = 40
const FIRST_PLAYER = 1000
const OPENING_CENTS = 100_000_000
const [BETS_BEFORE, BETS_IN_PLAY] = [0.8, 0.15]

type Sportsbook = ReturnType<typeof openSportsbook>
type Fixture = Awaited<ReturnType<Sportsbook['readWireFixtures']>>[number]

/**
 * Plays calendar days through the server's pipeline: fixtures, prices, bets, results and settlement. Nothing waits:
 * moments are simulated.
 */
export async function playSeason(deps: Deps, wish: SeasonWish): Promise<Season> {
  const sportsbook = openSportsbook(deps, {
    policy: policyOf(deps.config),
    settings: {
      betDelayMs: 0,
      sportBetDelaysMs: {},
      marketBetDelaysMs: {},
      feedSilenceSeconds: 600,
      catalogueAgeMs: 0,
      roomsAgeMs: 0,
    },
  })
  const season = openSeason(deps, sportsbook.readSettings)
  await fundPlayers(deps)
  const bettors = openBettors(sportsbook, rollsOf(wish.seed))
  let underWay: number[] = []
  for (let day = 0; day < wish.days; day += 1) {
    const ids = await season.addDay(FIRST_DAY + day, wish.seed, wish.isShort ?? false)
    await bettors.betOn(ids, BETS_BEFORE)
    underWay = await play(day * DAY_MINUTES, DAY_MINUTES, [...underWay, ...ids])
    const { fixtures, settled, bets } = await selectCounts(deps.db)
    wish.report?.(`day ${day + 1}: ${fixtures} fixtures, ${settled} markets settled, ${bets} bets`)
  }
  await play(wish.days * DAY_MINUTES, MINUTES_AFTER, underWay)
  await season.end(FIRST_DAY + wish.days)
  await sportsbook.settle()
  return summary(deps)

  /** Plays this many minutes in checks; returns the unfinished fixtures. */
  async function play(fromMinute: number, minutes: number, ids: readonly number[]): Promise<number[]> {
    const midnight = season.startOf(FIRST_DAY).getTime()
    let live = [...ids]
    for (let minute = wish.beatMinutes; minute <= minutes; minute += wish.beatMinutes) {
      await season.playUntil(new Date(midnight + (fromMinute + minute) * MINUTE_MS))
      const shown = await sportsbook.readFixtureStates(live)
      const inPlay = shown.filter(({ matchStatus }) => matchStatus > 0)
      await bettors.betOn(inPlay.map(idOf), BETS_IN_PLAY)
      live = shown.filter(isGoingOn).map(idOf)
      await sportsbook.settle()
    }
    return live
  }
}

const idOf = ({ fixtureId }: Fixture): number => Number(fixtureId)

const isGoingOn = ({ matchStatus }: Fixture): boolean =>
  matchStatus >= 0 || matchStatus === -11 || matchStatus === -13

const fundPlayers = (deps: Deps) =>
  makeTransfers(
    deps,
    Array.from({ length: PLAYERS }, (_, at) => ({
      key: `opening:${FIRST_PLAYER + at}`,
      from: 'opening' as const,
      to: { playerId: FIRST_PLAYER + at, kind: 'cash' as const },
      cents: OPENING_CENTS,
    })),
  )

/** Seeded random numbers in 0..1. */
function rollsOf(seed: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`bets:${seed}:${drawn}`).digest().readUInt32BE() / 2 ** 32
  }
}

type Asked = Parameters<Sportsbook['placeTogether']>[0][number]

/** Players bet on open markets, one list per check: the same in every run. */
function openBettors(sportsbook: Sportsbook, roll: () => number) {
  let asked = 0
  const drawn = <One>(list: readonly One[]): One | undefined => list[Math.floor(roll() * list.length)]
  return { betOn }

  async function betOn(fixtureIds: readonly number[], share: number): Promise<void> {
    const chosen = fixtureIds.toSorted((one, other) => one - other).filter(() => roll() < share)
    if (chosen.length === 0) return
    const fixtures = await sportsbook.readAllMarkets(chosen)
    const requests = fixtures.toSorted((one, other) => idOf(one) - idOf(other)).flatMap(requestOn)
    if (requests.length > 0) await sportsbook.placeTogether(requests)
  }

  function requestOn({ markets }: Fixture): Asked[] {
    const open = markets
      .filter(({ status }) => status === 'open')
      .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    const outcomes = drawn(open)?.outcomes.filter(({ status }) => status === 'open') ?? []
    const outcome = drawn(outcomes.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
    if (!outcome) return []
    asked += 1
    return [
      {
        playerId: FIRST_PLAYER + Math.floor(roll() * PLAYERS),
        requestId: `season-${String(asked).padStart(16, '0')}`,
        unitStakeCents: 100 + Math.floor(roll() * 4900),
        legs: [{ outcomeId: Number(outcome.outcomeId), priceMilli: outcome.priceMilli, isBanker: false }],
        folds: [1],
        accept: 'any',
      },
    ]
  }
}

const nameOf = ({ type, period, lineQuarters, side }: Fixture['markets'][number]): string =>
  `${type}/${period}/${lineQuarters ?? ''}/${side ?? ''}`

async function summary(deps: Deps): Promise<Season> {
  const { fixtures, outrights, settled, open, bets, unsettledBets } = await selectCounts(deps.db)
  const hash = createHash('sha256')
  for (const { line } of await selectTotals(deps.db)) hash.update(`${line}\n`)
  const left = (await selectOpenMarkets(deps.db)).map(({ what, count }) => `left open: ${count} × ${what}`)
  const findings = (await verifyAll(deps.db)).map((finding) => JSON.stringify(finding))
  return {
    line: `${fixtures} fixtures, ${settled} markets settled, ${bets} bets, ledger ${hash.digest('hex')}`,
    openMarkets: open,
    outrights,
    findings: [...findings, ...left, ...(unsettledBets > 0 ? [`${unsettledBets} bets were left open`] : [])],
  }
}
