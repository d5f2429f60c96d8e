import { cents } from '@palpite/money'
import {
  ALGORITHM_VERSIONS,
  checkDiceBet,
  type DiceBet,
  diceMostStake,
  diceMultiplier,
  dicePayoutCents,
  type HmacSha256,
  rollDice,
} from '@palpite/games'
import {
  type Book,
  countTurnover,
  owedCents,
  purseOf,
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

/** What the rounds of a list are decided by, as it stands while the players' books are open. */
export type RoundFacts = {
  book: Book
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
 * Decides the asks one after the other: each sees what the ones before it took, won and played. Moves the
 * money in the book.
 */
export function decideRounds(asks: readonly PlayRound[], facts: RoundFacts): Decided {
  const rounds: DecidedRound[] = []
  const played = new Map(facts.played)
  const nonces = new Map<number, number>()
  const answers = asks.map((ask): Result<RoundRow> => {
    const before = played.get(requestKey(ask))
    if (before) return isSameAsk(ask, before) ? ok(before) : refuse('request_mismatch')
    const no = refuseAsk(ask, facts)
    if (no) return no
    const seeds = present(facts.seeds.get(ask.playerId), 'the seeds in use')
    const nonce = nonces.get(ask.playerId) ?? seeds.nonce
    const round = play(ask, { facts, seeds, nonce, id: facts.firstId + rounds.length })
    if (!round) return refuse('insufficient_funds')
    nonces.set(ask.playerId, nonce + 1)
    count(facts.book, round.row)
    rounds.push(round)
    played.set(requestKey(ask), round.row)
    return ok(round.row)
  })
  return { answers, rounds }
}

const isSameAsk = ({ stakeCents, bet }: PlayRound, row: RoundRow) =>
  row.stakeCents === stakeCents &&
  row.diceDirection === bet.side &&
  row.diceTargetHundredths === bet.targetHundredths

/** All that may stand against a round beside the player's balance. */
function refuseAsk({ playerId, stakeCents, bet }: PlayRound, facts: RoundFacts) {
  const allowed = facts.canBet(facts.standings.get(playerId) ?? stranger)
  if (!allowed.ok) return allowed
  if (owedCents(facts.book, playerId) > 0) return refuse('owes_money')
  if (checkDiceBet(bet))
    return refuse('dice_target_out_of_bounds', { values: { least: '0.01', most: '98.00' } })
  return (
    refuseStake(stakeCents, bet, facts.bounds) ??
    refuseLoss(facts.limits.get(playerId), turnoverOf(facts.book, playerId), stakeCents)
  )
}

/** The bounds of a stake: the game's own, and what the greatest win leaves room for. */
function refuseStake(stakeCents: number, bet: DiceBet, bounds: GameBounds) {
  const { leastStakeCents, mostStakeCents, mostPayoutCents } = bounds
  if (stakeCents < leastStakeCents) {
    return refuse('stake_below_least', {
      values: { least: inReais(leastStakeCents) },
      detail: { leastStakeCents },
    })
  }
  const most = Math.min(mostStakeCents, diceMostStake(bet, mostPayoutCents))
  if (stakeCents > most) {
    return refuse('stake_above_most', { values: { most: inReais(most) }, detail: { mostStakeCents: most } })
  }
  return undefined
}

const inReais = (wholeCents: number) => (wholeCents / 100).toFixed(2)

/** A round is settled as it is staked. */
const count = (book: Book, { playerId, stakeCents, payoutCents }: RoundRow): void =>
  countTurnover(book, {
    playerId,
    stakedCents: stakeCents,
    settledCents: stakeCents,
    returnedCents: payoutCents,
  })

type Turn = { facts: RoundFacts; seeds: SeedsInUse; nonce: number; id: number }

/** Rolls, and moves what stake and payout leave; nothing when the player has not enough. */
function play(ask: PlayRound, { facts, seeds, nonce, id }: Turn): DecidedRound | undefined {
  const { playerId, requestId, stakeCents, bet } = ask
  const { book } = facts
  const split = splitStake(book, playerId, stakeCents)
  if (!split) return undefined
  const { serverSeed, clientSeed, pairId, serverSeedHash, algorithm } = seeds
  const result = rollDice(facts.hmac, { serverSeed, clientSeed, nonce })
  const payoutCents = dicePayoutCents(cents(stakeCents), bet, result)
  settleAtOnce(book, { playerId, key: `dice:${id}`, split, returnCents: payoutCents, house: 'games' })
  const { version, ...purse } = purseOf(book, playerId)
  const row: RoundRow = {
    id,
    playerId,
    requestId,
    game: 'dice',
    stakeCents,
    payoutCents,
    nonce,
    at: new Date(facts.atMs),
    ...purse,
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
