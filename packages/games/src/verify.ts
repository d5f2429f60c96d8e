import { crashPoint } from './crash.ts'
import { DICE_VERSION, rollDice } from './dice.ts'
import type { HmacSha256, Seeds } from './fairness.ts'
import { rollLimbo } from './limbo.ts'
import { placeMines } from './mines.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { placeRows, type RowDifficulty } from './row-double.ts'
import { spinStops } from './slot.ts'

/**
 * Each game's algorithm and pay rules by version. A round keeps its version, so that an old one stays verifiable; a
 * changed algorithm is a new number here, never an edited one.
 */
export const ALGORITHM_VERSIONS = {
  dice: DICE_VERSION,
  limbo: 1,
  mines: 1,
  rowDouble: 1,
  double: 1,
  luckyColor: 1,
  crash: 1,
  slot: 1,
} as const

export type GameName = keyof typeof ALGORITHM_VERSIONS

/** Everything that decided a round, once its seed is revealed. */
export type RoundProof =
  | { readonly game: 'dice' | 'limbo' | 'slot'; readonly version: number; readonly seeds: Seeds }
  | { readonly game: 'mines'; readonly version: number; readonly seeds: Seeds; readonly mineCount: number }
  | {
      readonly game: 'rowDouble'
      readonly version: number
      readonly seeds: Seeds
      readonly difficulty: RowDifficulty
    }
  | {
      readonly game: 'double' | 'luckyColor' | 'crash'
      readonly version: number
      readonly seed: string
      readonly salt: string
    }

export type ProofRefusal = 'unknown_version'

export type RoundOutcome =
  | { readonly ok: true; readonly outcome: number | readonly number[] | readonly (readonly number[])[] }
  | { readonly ok: false; readonly reason: ProofRefusal }

/**
 * A round's outcome from its proof: a roll, a multiplier, a slot or digit, tiles, rows or stops. The browser calls it
 * with its own HMAC; the server played with the same functions.
 */
export const roundOutcome = (proof: RoundProof, hmac: HmacSha256 = plainHmac): RoundOutcome =>
  isKnownVersion(proof)
    ? { ok: true, outcome: outcomeOf(proof, hmac) }
    : { ok: false, reason: 'unknown_version' }

/** Every version draws alike; only the first dice version paid another multiplier (`diceMultiplier`). */
const isKnownVersion = ({ game, version }: RoundProof): boolean =>
  Number.isSafeInteger(version) && version >= 1 && version <= ALGORITHM_VERSIONS[game]

const outcomeOf = (proof: RoundProof, hmac: HmacSha256): number | number[] | number[][] => {
  switch (proof.game) {
    case 'dice':
      return rollDice(hmac, proof.seeds)
    case 'limbo':
      return rollLimbo(hmac, proof.seeds)
    case 'slot':
      return spinStops(hmac, proof.seeds)
    case 'mines':
      return placeMines(hmac, proof.seeds, proof.mineCount)
    case 'rowDouble':
      return placeRows(hmac, proof.seeds, proof.difficulty)
    case 'double':
      return rollDouble(hmac, proof)
    case 'luckyColor':
      return drawLuckyDigit(hmac, proof)
    case 'crash':
      return crashPoint(hmac, { gameHash: proof.seed, salt: proof.salt })
  }
}

/** Whether this server seed matches the hash shown before the round. */
export const isCommitted = (serverSeed: string, shownHash: string): boolean =>
  seedHash(serverSeed) === shownHash
