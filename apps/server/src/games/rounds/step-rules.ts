import type { HmacSha256 } from '@palpite/games'
import {
  balancesOf,
  countTurnover,
  type LedgerBatch,
  move,
  payReturn,
  repayDebt,
} from '../../ledger/index.ts'
import { assert } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitStep, isStopped, type StakeGate } from '../../protection/index.ts'
import { countedOf, type SettledStake, unrewardedOf, type WageringSettings } from '../../wagering/index.ts'
import { adapters } from '../adapters/games.ts'
import type { PacedGame } from '../adapters/adapter.ts'
import type { GamesSettings } from '../settings.ts'
import type { RoundRow, StepRow } from './queries.ts'

/** What is published about a closed round. */
export type Over = Pick<
  RoundRow,
  'playerId' | 'id' | 'game' | 'stakeCents' | 'bonusStakeCents' | 'payoutCents'
>

/** A formerly open round and how it ended; with its tiles if it was paced. */
export type Closed = Over &
  Pick<RoundRow, 'choice' | 'status' | 'multiplierE4' | 'state'> &
  Partial<Pick<RoundRow, 'tiles'>>

/** A step in an open round: a tile, or null to cash out. */
export type StepRound = {
  playerId: number
  requestId: string
  game: RoundRow['game']
  roundId: number
  tile: number | null
}

/** State read under the lock of the players' accounts, by which a list of steps is decided. */
export type StepState = {
  gate: StakeGate
  /** Steps made earlier by requests of this list. */
  earlier: readonly StepRow[]
  rounds: readonly RoundRow[]
  settings: GamesSettings
  wagering: WageringSettings
  hmac: HmacSha256
  /** The time of the list. */
  at: Date
}

export type DecidedSteps = { answers: Result<RoundRow>[]; steps: StepRow[]; closed: RoundRow[] }

const requestKey = ({ playerId, requestId }: { playerId: number; requestId: string }) =>
  `${playerId}:${requestId}`
const roundKey = (playerId: number, id: number) => `${playerId}:${id}`

/** Decides the steps one by one: each sees the rounds as earlier ones left them. Adds the transfers to the batch. */
export function decideSteps(requests: readonly StepRound[], state: StepState): DecidedSteps {
  const { gate } = state
  const rounds = new Map(state.rounds.map((row) => [roundKey(row.playerId, row.id), row]))
  const made = new Map(state.earlier.map((step) => [requestKey(step), step]))
  const steps: StepRow[] = []
  const closed: RoundRow[] = []
  const answers = requests.map((request): Result<RoundRow> => {
    const { playerId, requestId, game, roundId, tile } = request
    const round = rounds.get(roundKey(playerId, roundId))
    const before = made.get(requestKey(request))
    if (before) {
      const isSame = before.roundId === roundId && before.tile === tile && round?.game === game
      return isSame && round ? ok(answerOf(round, before)) : refuse('request_mismatch')
    }
    if (!round || round.game !== game) return refuse('not_found')
    if (tile === null && round.sharedRoundId === null && round.status === 'refunded')
      return ok({ ...round, ...balancesNow(gate, playerId) }) // refunded already
    const stepped = decideStep(round, tile, state)
    if (!stepped.ok) return stepped
    const next = stepped.value
    if (next.status !== 'open') {
      closed.push(next)
      payRound(gate.batch, next, state)
    }
    if (next.status === 'refunded') {
      // No step: none could be made, so its proof has none either.
      rounds.set(roundKey(playerId, roundId), next)
      return ok({ ...next, ...balancesNow(gate, playerId) })
    }
    const number = round.tiles.length + 1
    const step = {
      playerId,
      roundId,
      number,
      requestId,
      tile,
      ...balancesNow(gate, playerId),
    }
    steps.push(step)
    made.set(requestKey(step), step)
    rounds.set(roundKey(playerId, roundId), next)
    return ok(answerOf(next, step))
  })
  releaseStakes(gate.batch, closed)
  return { answers, steps, closed }
}

const balancesNow = ({ batch }: StakeGate, playerId: number) => {
  const { version, cashCents, bonusCents } = balancesOf(batch, playerId)
  return { cashCents, bonusCents, balanceVersion: version }
}

/** The round with the balances right after this step. */
const answerOf = (round: RoundRow, { cashCents, bonusCents, balanceVersion }: StepRow): RoundRow => ({
  ...round,
  cashCents,
  bonusCents,
  balanceVersion,
})

/**
 * The round after this step. Neither a limit nor an exclusion refuses a cash-out, because it ends the play. If nothing
 * can be cashed out yet, and the player may not continue either, the stake is refunded: otherwise it would be held for
 * hours.
 */
function decideStep(
  round: RoundRow,
  tile: number | null,
  { gate, settings, hmac, at }: StepState,
): Result<RoundRow> {
  if (round.status !== 'open' || round.sharedRoundId !== null) return refuse('round_is_over')
  const adapter = pacedAdapter(round)
  const before = replay(round, hmac)
  if (tile !== null) {
    const canEnd = adapter.step(before, null).ok
    const admitted = admitStep(gate, { playerId: round.playerId, product: 'games', canEnd })
    if (!admitted.ok) return admitted
  }
  const stepped = adapter.step(before, tile)
  if (!stepped.ok && tile === null && mayNotGoOn(round, gate))
    return ok(closeAsRefunded(round, at, adapter.outcomeOf(before).state))
  if (!stepped.ok) return stepped
  const after = adapter.outcomeOf(stepped.round)
  const isFull = after.nextPayoutCents !== null && after.nextPayoutCents > settings[round.game].maxPayoutCents
  if (!isFull) return ok(withStep(round, { tile, at }, after))
  // One more tile could exceed the greatest payout, so the round is cashed out: nobody risks what cannot be won.
  const cashedOut = adapter.step(stepped.round, null)
  assert(cashedOut.ok, 'a continued round can be ended')
  return ok(withStep(round, { tile, at }, adapter.outcomeOf(cashedOut.round)))
}

const mayNotGoOn = ({ playerId }: RoundRow, gate: StakeGate): boolean =>
  isStopped(gate, { playerId, product: 'games' })

function withStep(
  round: RoundRow,
  { tile, at }: { tile: number | null; at: Date },
  { status, payoutCents, multiplierE4, state }: ReturnType<PacedGame['outcomeOf']>,
): RoundRow {
  const tiles = [...round.tiles, tile]
  if (status === 'open') return { ...round, tiles }
  return { ...round, tiles, status, payoutCents, multiplierE4, state, closedAt: at }
}

/** The adapter of a paced round. */
export function pacedAdapter({ game }: Pick<RoundRow, 'game'>): PacedGame {
  const adapter = adapters[game]
  assert(adapter.kind === 'paced', `${game} is played step by step`)
  return adapter
}

/** The round as computed from its seeds and steps. */
export function replay(round: RoundRow, hmac: HmacSha256): unknown {
  const adapter = pacedAdapter(round)
  const { serverSeed, clientSeed, nonce, stakeCents, choice } = round
  const first = adapter.begin(hmac, { serverSeed, clientSeed, nonce }, { stakeCents, choice })
  return round.tiles.reduce((before, tile) => {
    const stepped = adapter.step(before, tile)
    assert(stepped.ok, `a step that was made can be made again: round ${round.id}`)
    return stepped.round
  }, first)
}

/** Moves the stakes of closed rounds out of the open ones, for the whole list at once. */
export function releaseStakes(batch: LedgerBatch, closed: readonly Closed[]): void {
  const [first] = closed
  if (!first) return
  const cents = closed.reduce((sum, { stakeCents }) => sum + stakeCents, 0)
  move(batch, { key: `${first.game}:${first.id}:closed`, from: 'games_open', to: 'games', cents })
}

type Counting = {
  wagering: WageringSettings
  /** Whether the player bet on more than one pick of the draw: then nothing counts towards wagering. */
  isHedged?: boolean
}

/** Pays a closed round and counts its turnover. */
export function payRound(batch: LedgerBatch, round: Closed, { wagering, isHedged = false }: Counting): void {
  const { id, game, playerId, stakeCents, bonusStakeCents, payoutCents, status } = round
  const key = `${game}:${id}`
  const funding = { cashCents: stakeCents - bonusStakeCents, bonusCents: bonusStakeCents }
  // Guarded by the round, which the database lets end once.
  const ending = { playerId, key: `${key}:return`, isGuarded: true }
  payReturn(batch, { ...ending, cents: payoutCents, funding, from: 'games' })
  repayDebt(batch, { playerId, key: `${key}:repaid` })
  // A refund of a round that could not be completed does not count.
  const isSettled = status !== 'refunded'
  const settledCents = isSettled ? stakeCents : 0
  const ownRiskedCents = isSettled ? funding.cashCents : 0
  const settled: SettledStake = { on: 'smallGames', game, chance: chanceOf(round), ownRiskedCents }
  countTurnover(batch, {
    playerId,
    settledCents,
    returnedCents: payoutCents,
    endedUnsettledCents: stakeCents - settledCents,
    // Opposite picks of a draw are no risk, but each has its cost: they earn, and do not count towards wagering.
    ...(isHedged ? {} : countedOf(wagering, settled)),
    unrewardedCents: unrewardedOf(settledCents, settled),
  })
}

/** The chance at which a round was played. A stake lost step by step was at risk, however far it could have gone. */
function chanceOf({ game, choice, status, tiles = [] }: Closed): number {
  const adapter = adapters[game]
  if (adapter.kind !== 'paced') return adapter.chance(choice)
  return status === 'lost' ? 0 : adapter.chance(choice, tiles.filter((tile) => tile !== null).length)
}

/** A refunded round. */
export const closeAsRefunded = (row: RoundRow, closedAt: Date, state: RoundRow['state']): RoundRow => ({
  ...row,
  ...refunded(row.stakeCents, state),
  closedAt,
})

/** The end of a refunded round. */
export const refunded = (stakeCents: number, state: RoundRow['state']) => ({
  status: 'refunded' as const,
  payoutCents: stakeCents,
  multiplierE4: 10_000,
  state,
})
