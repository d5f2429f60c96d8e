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
import { balancesOf, countTurnover, type LedgerBatch, settleAtOnce, type Split } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { admitStake, type StakeGate } from '../protection/index.ts'
import type { RoundRow } from './round-queries.ts'
import type { DrawnSeeds } from './seed-queries.ts'
import type { GameBounds } from './settings.ts'

/** One round of dice that a player asks for. `requestId` is the player's own: asked twice, it plays once. */
export type PlayRound = { playerId: number; requestId: string; stakeCents: number; bet: DiceBet }

/** What the rounds of a list are decided by, as it stands while the players' accounts are locked. */
export type RoundState = {
  gate: StakeGate
  /** Rounds that requests of the list played earlier. */
  earlier: readonly RoundRow[]
  /** The seeds in use, of every player of the list. */
  seeds: readonly DrawnSeeds[]
  bounds: GameBounds
  hmac: HmacSha256
}

/** A round that this list plays, with what its rows need beside the answer. */
export type DecidedRound = { row: RoundRow; split: Split; pairId: number }

export type Decided = { answers: Result<RoundRow>[]; rounds: DecidedRound[] }

/** By what a request finds the round it played. */
const requestKey = ({ playerId, requestId }: { playerId: number; requestId: string }) =>
  `${playerId}:${requestId}`

/**
 * Decides the requests one after the other: each sees what the ones before it took, won and played. Moves the
 * money in the batch.
 */
export function decideRounds(requests: readonly PlayRound[], state: RoundState): Decided {
  const { gate, bounds, hmac } = state
  const rounds: DecidedRound[] = []
  const played = new Map(state.earlier.map((row) => [requestKey(row), row]))
  const seeds = new Map(state.seeds.map((drawn) => [drawn.playerId, drawn]))
  // Each row carries a block of ids of its own statement; one block is enough for a list.
  const { firstId } = present(state.seeds[0], 'the seeds of a player')
  const answers = requests.map((request): Result<RoundRow> => {
    const before = played.get(requestKey(request))
    if (before) return isSameRequest(request, before) ? ok(before) : refuse('request_mismatch')
    const no = refuseBet(request, bounds)
    if (no) return no
    const admitted = admitStake(gate, request)
    if (!admitted.ok) return admitted
    const drawn = present(seeds.get(request.playerId), 'the seeds in use')
    seeds.set(request.playerId, { ...drawn, nonce: drawn.nonce + 1 })
    const turn = { split: admitted.value, drawn, hmac, id: firstId + rounds.length }
    const row = play(gate.batch, request, turn)
    rounds.push({ row, split: admitted.value, pairId: drawn.pairId })
    played.set(requestKey(request), row)
    return ok(row)
  })
  return { answers, rounds }
}

const isSameRequest = ({ stakeCents, bet }: PlayRound, row: RoundRow) =>
  row.stakeCents === stakeCents &&
  row.diceDirection === bet.side &&
  row.diceTargetHundredths === bet.targetHundredths

/** The bounds of a bet: the game's own, and what the greatest win leaves room for. */
function refuseBet({ stakeCents, bet }: PlayRound, bounds: GameBounds) {
  if (checkDiceBet(bet)) return refuse('dice_target_out_of_bounds', { values: { min: '0.01', max: '98.00' } })
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

type Turn = { split: Split; drawn: DrawnSeeds; hmac: HmacSha256; id: number }

/** Rolls, moves what stake and payout leave, and counts: a round is settled as it is staked. */
function play(batch: LedgerBatch, request: PlayRound, { split, drawn, hmac, id }: Turn): RoundRow {
  const { playerId, requestId, stakeCents, bet } = request
  const { serverSeed, clientSeed, nonce, serverSeedHash, algorithm, atMs } = drawn
  const result = rollDice(hmac, { serverSeed, clientSeed, nonce })
  const payoutCents = dicePayoutCents(cents(stakeCents), bet, result)
  settleAtOnce(batch, { playerId, key: `dice:${id}`, split, returnCents: payoutCents, account: 'games' })
  countTurnover(batch, {
    playerId,
    stakedCents: stakeCents,
    settledCents: stakeCents,
    returnedCents: payoutCents,
  })
  const { version, ...balances } = balancesOf(batch, playerId)
  return {
    id,
    playerId,
    requestId,
    game: 'dice',
    stakeCents,
    payoutCents,
    nonce,
    at: new Date(atMs),
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
}
