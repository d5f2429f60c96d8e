import { isDeepStrictEqual } from 'node:util'
import type { GameCode } from '@palpite/contract'
import type { HmacSha256 } from '@palpite/games'
import {
  balancesOf,
  countTurnover,
  type LedgerBatch,
  settleAtOnce,
  type StakeFunding,
  debitStake,
  type TurnoverChange,
} from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitStake, type CompliancePolicy, type StakeGate } from '../../protection/index.ts'
import { countedOf, type SettledStake, unrewardedOf, type WageringSettings } from '../../wagering/index.ts'
import { adapters } from '../adapters/games.ts'
import type { GameAdapter, RoundOutcome } from '../adapters/adapter.ts'
import { addToRound, centsWith, ownCents, type OpenRounds } from '../draws/open-rounds.ts'
import type { DrawnSeeds } from '../seeds/queries.ts'
import type { GamesSettings } from '../settings.ts'
import type { Json, RoundRow } from './queries.ts'

/** The settings and the policy by which rounds are played. */
export type PlayNeeds = {
  settings: GamesSettings
  policy: CompliancePolicy
  /** Shares by which stakes count towards wagering. */
  wagering: WageringSettings
}

/** A request to begin a round. `requestId` makes it idempotent per player. */
export type PlayRound = {
  playerId: number
  requestId: string
  game: GameCode
  stakeCents: number
  choice: Json
  /** Maintenance, which refuses it unless it began before. */
  closed?: Closed | undefined
}

/** State read under the lock of the players' accounts, by which a list of rounds is decided. */
export type RoundState = {
  gate: StakeGate
  /** Rounds begun earlier by requests of this list. */
  earlier: readonly RoundRow[]
  /** Seed pairs in use, of every player in the list. */
  seeds: readonly DrawnSeeds[]
  /** Open rounds of paced games, of the players in the list. */
  open: readonly { playerId: number; game: GameCode }[]
  /** Shared rounds open for the bets of the list. */
  openRounds: OpenRounds
  settings: GamesSettings
  wagering: WageringSettings
  hmac: HmacSha256
}

export type Decided = { answers: Result<RoundRow>[]; rounds: RoundRow[] }

/** The key by which a request finds the round it began. */
const requestKey = ({ playerId, requestId }: { playerId: number; requestId: string }) =>
  `${playerId}:${requestId}`

const openKey = ({ playerId, game }: { playerId: number; game: GameCode }) => `${playerId}:${game}`

/**
 * Decides the requests one by one: each sees what earlier ones staked, won and began. Adds the transfers to the
 * batch.
 */
export function decideRounds(requests: readonly PlayRound[], state: RoundState): Decided {
  const { gate, hmac, settings, wagering } = state
  const rounds: RoundRow[] = []
  const begun = new Map(state.earlier.map((row) => [requestKey(row), row]))
  const seeds = new Map(state.seeds.map((drawn) => [drawn.playerId, drawn]))
  const open = new Set(state.open.map(openKey))
  // Each row carries a block of ids drawn by its own statement; one block is enough for a list.
  const { firstId } = present(state.seeds[0], 'the seeds of a player')
  const answers = requests.map((request): Result<RoundRow> => {
    const before = begun.get(requestKey(request))
    if (before) return isSameRequest(request, before) ? ok(before) : refuse('request_mismatch')
    if (request.closed) return request.closed
    const adapter = adapters[request.game]
    const no = refuseRound(request, adapter, settings) ?? refuseShared(request, adapter, state)
    if (no) return no
    if (adapter.kind === 'paced' && open.has(openKey(request))) return refuse('round_already_open')
    const drawn = present(seeds.get(request.playerId), 'the seeds in use')
    const tooSoon = refuseTooSoon(request, drawn, settings)
    if (tooSoon) return tooSoon
    const admitted = admitStake(gate, { ...request, product: 'games' })
    if (!admitted.ok) return admitted
    // A bet on a draw does not use the seed pair, so the next nonce stays.
    const nonce = adapter.kind === 'shared' ? drawn.nonce : drawn.nonce + 1
    seeds.set(request.playerId, { ...drawn, nonce, lastRoundAtMs: drawn.atMs })
    const turn = { funding: admitted.value, drawn, wagering, hmac, id: firstId + rounds.length }
    const row = begin(gate.batch, request, turn, state.openRounds)
    if (adapter.kind === 'paced') open.add(openKey(request))
    rounds.push(row)
    begun.set(requestKey(request), row)
    return ok(row)
  })
  return { answers, rounds }
}

const isSameRequest = ({ game, stakeCents, choice }: PlayRound, row: RoundRow) =>
  row.game === game && row.stakeCents === stakeCents && isDeepStrictEqual(row.choice, choice)

/** Checks that the game is open, the choice is valid, and stake and greatest possible win keep their limits. */
function refuseRound({ game, stakeCents, choice }: PlayRound, adapter: GameAdapter, settings: GamesSettings) {
  const { isOpen, minStakeCents, maxStakeCents, maxPayoutCents } = settings[game]
  if (!isOpen) return refuse('game_closed')
  const refusal = adapter.refuseChoice(choice)
  if (refusal) return { ok: false as const, refusal }
  if (stakeCents < minStakeCents) {
    return refuse('stake_below_min', {
      values: { minCents: minStakeCents },
      detail: { minStakeCents },
    })
  }
  const max = Math.min(maxStakeCents, adapter.maxStakeCents(choice, maxPayoutCents))
  if (stakeCents > max) {
    return refuse('stake_above_max', { values: { maxCents: max }, detail: { maxStakeCents: max } })
  }
  return undefined
}

/** Whether the player's last round began too recently for this game, by the database's clock. */
function refuseTooSoon({ game }: PlayRound, { atMs, lastRoundAtMs }: DrawnSeeds, settings: GamesSettings) {
  const { minRoundMs } = settings[game]
  const waitMs = lastRoundAtMs === null ? 0 : lastRoundAtMs + minRoundMs - atMs
  if (minRoundMs === 0 || waitMs <= 0) return undefined
  return refuse('round_too_soon', { detail: { waitMs } })
}

/**
 * Why a bet on a shared round is refused: no round is open, or the stake limit of the player or of the house is
 * reached.
 */
function refuseShared(
  { playerId, game, stakeCents, choice }: PlayRound,
  adapter: GameAdapter,
  state: RoundState,
) {
  if (adapter.kind !== 'shared') return undefined
  const { openRounds, settings } = state
  const round = openRounds.rounds.get(adapter.roomOf(choice))
  // All servers were down for longer than the rounds prepared ahead. The next run of the job prepares more; a repeated
  // request will be accepted.
  if (!round) return refuse('busy')
  const left = settings[game].maxStakeCents - ownCents(openRounds, round, playerId)
  if (stakeCents > left) {
    return refuse('stake_above_max', { values: { maxCents: left }, detail: { maxStakeCents: left } })
  }
  const liability = adapter.maxLiabilityCents(centsWith(round, adapter.pickOf(choice), stakeCents))
  return liability > settings.sharedMaxLiabilityCents ? refuse('round_is_full') : undefined
}

type Turn = {
  funding: StakeFunding
  drawn: DrawnSeeds
  wagering: WageringSettings
  hmac: HmacSha256
  id: number
}

/** Debits the stake: an instant game settles it at once, any other holds it while the round is open. */
function begin(
  batch: LedgerBatch,
  request: PlayRound,
  { funding, drawn, wagering, hmac, id }: Turn,
  openRounds: OpenRounds,
): RoundRow {
  const { playerId, requestId, game, stakeCents, choice } = request
  const { serverSeed, clientSeed, nonce, serverSeedHash, algorithm, atMs } = drawn
  const adapter = adapters[game]
  const stake = { playerId, key: `${game}:${id}`, funding, isGuarded: true } // by the round, inserted under its id
  let played: Pick<RoundOutcome<Json>, 'payoutCents' | 'multiplierE4'> & {
    status: RoundRow['status']
    state: Json | null
  } = { status: 'open', payoutCents: 0, multiplierE4: 0, state: null }
  let counted: Omit<TurnoverChange, 'playerId'> = {}
  if (adapter.kind === 'instant') {
    played = adapter.play(
      hmac,
      { serverSeed, clientSeed, nonce },
      { stakeCents, choice },
      adapter.rulesVersion,
    )
    settleAtOnce(batch, { ...stake, returnCents: played.payoutCents, account: 'games' })
    const chance = adapter.chance(choice)
    const settled: SettledStake = { on: 'smallGames', game, chance, ownRiskedCents: funding.cashCents }
    counted = { ...countedOf(wagering, settled), unrewardedCents: unrewardedOf(stakeCents, settled) }
  } else {
    debitStake(batch, { ...stake, to: 'games_open' })
  }
  const isOver = played.status !== 'open'
  countTurnover(batch, {
    playerId,
    stakedCents: stakeCents,
    settledCents: isOver ? stakeCents : 0,
    returnedCents: played.payoutCents,
    ...counted,
  })
  let draw: RoundRow['draw'] = null
  if (adapter.kind === 'shared') {
    const round = present(openRounds.rounds.get(adapter.roomOf(choice)), 'the round that takes the bet')
    addToRound(openRounds, round, { playerId, pick: adapter.pickOf(choice), stakeCents })
    draw = { ...round, sharedRoundId: round.id, seed: null, outcome: null, isAbnormal: false }
  }
  const { version, ...balances } = balancesOf(batch, playerId)
  const at = new Date(atMs)
  return {
    id,
    playerId,
    requestId,
    game,
    ...played,
    stakeCents,
    bonusStakeCents: funding.bonusCents,
    seedPairId: drawn.pairId,
    nonce: draw ? nonce - 1 : nonce,
    sharedRoundId: draw && draw.sharedRoundId,
    draw,
    rulesVersion: adapter.rulesVersion,
    choice,
    at,
    closedAt: isOver ? at : null,
    ...balances,
    balanceVersion: version,
    serverSeed,
    serverSeedHash,
    isRevealed: false,
    clientSeed,
    algorithm,
    tiles: [],
  }
}
