import { cents } from '@palpite/money'
import {
  ALGORITHM_VERSIONS,
  checkDiceBet,
  type DiceBet,
  diceMaxStake,
  diceMultiplier,
  dicePayoutCents,
  type HmacSha256,
  rollDice,
} from '@palpite/games'
import {
  type LedgerBatch,
  countTurnover,
  owedCents,
  balancesOf,
  settleAtOnce,
  type Split,
  splitStake,
  turnoverOf,
} from '../ledger/index.ts'
import {
  type CompliancePolicy,
  type PlayerLimits,
  type PlayerStanding,
  refuseLoss,
} from '../protection/index.ts'
import { present } from '../platform/assert.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { RoundRow } from './round-queries.ts'
import type { SeedsInUse } from './seed-queries.ts'
import type { GameBounds } from './settings.ts'

/** One round of dice that a player asks for. `requestId` is the player's own: asked twice, it plays once. */
export type PlayRound = { playerId: number; requestId: string; stakeCents: number; bet: DiceBet }

/** What the rounds of a list are decided by, as it stands while the players' accounts are open. */
export type RoundState = {
  batch: LedgerBatch
  seeds: ReadonlyMap<number, SeedsInUse>
  /** Rounds played before, by `requestKey`. */
  played: ReadonlyMap<string, RoundRow>
  limits: ReadonlyMap<number, PlayerLimits>
  standings: ReadonlyMap<number, PlayerStanding>
  canBet: CompliancePolicy['canBet']
  bounds: GameBounds
  hmac: HmacSha256
  firstId: number
  atMs: number
}

/** A round that this list plays, with what its rows need beside the answer. */
export type DecidedRound = { row: RoundRow; split: Split; pairId: number }

export type Decided = { answers: Result<RoundRow>[]; rounds: DecidedRound[] }

export const requestKey = ({ playerId, requestId }: { playerId: number; requestId: string }) =>
  `${playerId}:${requestId}`

const stranger: PlayerStanding = { isTestAccount: false, isIdentified: false }

/**
 * Decides the requests one after the other: each sees what the ones before it took, won and played. Moves the
 * money in the batch.
 */
export function decideRounds(requests: readonly PlayRound[], state: RoundState): Decided {
  const rounds: DecidedRound[] = []
  const played = new Map(state.played)
  const nonces = new Map<number, number>()
  const answers = requests.map((request): Result<RoundRow> => {
    const before = played.get(requestKey(request))
    if (before) return isSameRequest(request, before) ? ok(before) : refuse('request_mismatch')
    const no = refuseRequest(request, state)
    if (no) return no
    const seeds = present(state.seeds.get(request.playerId), 'the seeds in use')
    const nonce = nonces.get(request.playerId) ?? seeds.nonce
    const round = play(request, { state, seeds, nonce, id: state.firstId + rounds.length })
    if (!round) return refuse('insufficient_funds')
    nonces.set(request.playerId, nonce + 1)
    count(state.batch, round.row)
    rounds.push(round)
    played.set(requestKey(request), round.row)
    return ok(round.row)
  })
  return { answers, rounds }
}

const isSameRequest = ({ stakeCents, bet }: PlayRound, row: RoundRow) =>
  row.stakeCents === stakeCents &&
  row.diceDirection === bet.side &&
  row.diceTargetHundredths === bet.targetHundredths

/** All that may stand against a round beside the player's balance. */
function refuseRequest({ playerId, stakeCents, bet }: PlayRound, state: RoundState) {
  const allowed = state.canBet(state.standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  if (owedCents(state.batch, playerId) > 0) return refuse('owes_money')
  if (checkDiceBet(bet)) return refuse('dice_target_out_of_bounds', { values: { min: '0.01', max: '98.00' } })
  return (
    refuseStake(stakeCents, bet, state.bounds) ??
    refuseLoss(state.limits.get(playerId), turnoverOf(state.batch, playerId), stakeCents)
  )
}

/** The bounds of a stake: the game's own, and what the greatest win leaves room for. */
function refuseStake(stakeCents: number, bet: DiceBet, bounds: GameBounds) {
  const { minStakeCents, maxStakeCents, maxPayoutCents } = bounds
  if (stakeCents < minStakeCents) {
    return refuse('stake_below_min', {
      values: { min: inReais(minStakeCents) },
      detail: { minStakeCents },
    })
  }
  const max = Math.min(maxStakeCents, diceMaxStake(bet, maxPayoutCents))
  if (stakeCents > max) {
    return refuse('stake_above_max', { values: { max: inReais(max) }, detail: { maxStakeCents: max } })
  }
  return undefined
}

const inReais = (wholeCents: number) => (wholeCents / 100).toFixed(2)

/** A round is settled as it is staked. */
const count = (batch: LedgerBatch, { playerId, stakeCents, payoutCents }: RoundRow): void =>
  countTurnover(batch, {
    playerId,
    stakedCents: stakeCents,
    settledCents: stakeCents,
    returnedCents: payoutCents,
  })

type Turn = { state: RoundState; seeds: SeedsInUse; nonce: number; id: number }

/** Rolls, and moves what stake and payout leave; nothing when the player has not enough. */
function play(request: PlayRound, { state, seeds, nonce, id }: Turn): DecidedRound | undefined {
  const { playerId, requestId, stakeCents, bet } = request
  const { batch } = state
  const split = splitStake(batch, playerId, stakeCents)
  if (!split) return undefined
  const { serverSeed, clientSeed, pairId, serverSeedHash, algorithm } = seeds
  const result = rollDice(state.hmac, { serverSeed, clientSeed, nonce })
  const payoutCents = dicePayoutCents(cents(stakeCents), bet, result)
  settleAtOnce(batch, { playerId, key: `dice:${id}`, split, returnCents: payoutCents, account: 'games' })
  const { version, ...balances } = balancesOf(batch, playerId)
  const row: RoundRow = {
    id,
    playerId,
    requestId,
    game: 'dice',
    stakeCents,
    payoutCents,
    nonce,
    at: new Date(state.atMs),
    ...balances,
    balanceVersion: version,
    diceDirection: bet.side,
    diceTargetHundredths: bet.targetHundredths,
    diceResultHundredths: result,
    diceMultiplierE4: diceMultiplier(bet),
    serverSeedHash,
    serverSeed: null,
    clientSeed,
    algorithm,
    algorithmVersion: ALGORITHM_VERSIONS.dice,
  }
  return { row, split, pairId }
}
