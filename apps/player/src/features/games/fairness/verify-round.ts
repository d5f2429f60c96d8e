import {
  ALGORITHM_VERSIONS,
  checkMineCount,
  isCommitted,
  isRowDifficulty,
  roundOutcome,
  type RoundOutcome,
  type RoundProof,
} from '@palpite/games'
import type { GameRound } from '../../../shared/overlays.ts'

/** The games decided by a player's own seeds. */
export const seededGames = ['dice', 'limbo', 'mines', 'rowDouble'] as const

export type SeededGame = (typeof seededGames)[number]

type SeededRound = Extract<GameRound, { game: SeededGame }>

/** A round decided by its player's seeds. */
export type RoundToVerify = SeededRound & { seeds: NonNullable<SeededRound['seeds']> }

/** Whether this game's rounds are decided by the player's seeds, not by a shared draw. */
export const isSeeded = (game: GameRound['game']): game is SeededGame =>
  seededGames.some((each) => each === game)

/** Whether the verifier can recompute this round. */
export const canVerify = (round: GameRound): round is RoundToVerify =>
  isSeeded(round.game) && round.seeds !== null

/** The verifier's fields as text. */
export type Typed = {
  game: SeededGame
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: string
  mineCount: string
  difficulty: string
}

/** The empty fields. */
export const emptyFor = (game: SeededGame): Typed => ({
  game,
  serverSeed: '',
  serverSeedHash: '',
  clientSeed: '',
  nonce: '0',
  mineCount: '3',
  difficulty: 'easy',
})

/** The fields from a round; the server seed is empty until revealed. */
export const typedOf = (round: RoundToVerify): Typed => {
  const { serverSeed, serverSeedHash, clientSeed, nonce } = round.seeds
  return {
    ...emptyFor(round.game),
    serverSeed: serverSeed ?? '',
    serverSeedHash,
    clientSeed,
    nonce: String(nonce),
    ...(round.game === 'mines' && { mineCount: String(round.choice.mineCount) }),
    ...(round.game === 'rowDouble' && { difficulty: round.choice.difficulty }),
  }
}

/** Whether these seeds and choices are this round's. A mistyped server seed still counts. */
export const isMeantFor = (typed: Typed, round: RoundToVerify): boolean => {
  const { serverSeed: _mayBeMistyped, ...known } = typedOf(round)
  return Object.entries(known).every(([name, value]) => typed[name as keyof Typed] === value)
}

/** The rules version of a round: the number after the slash in `hmac-sha256/2`. */
export const versionOf = ({ algorithm }: RoundToVerify): number => Number(algorithm.split('/')[1])

const wholeOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** The round's inputs from the fields; undefined while one is missing or invalid. */
const proofOf = (typed: Typed, version: number): RoundProof | undefined => {
  const { game, serverSeed, clientSeed, difficulty } = typed
  const nonce = wholeOf(typed.nonce)
  if (serverSeed === '' || clientSeed === '' || nonce === undefined) return undefined
  const seeds = { serverSeed, clientSeed, nonce }
  if (game === 'dice' || game === 'limbo') return { game, version, seeds }
  if (game === 'rowDouble')
    return isRowDifficulty(difficulty) ? { game, version, seeds, difficulty } : undefined
  const mineCount = wholeOf(typed.mineCount) ?? 0
  return checkMineCount(mineCount) ? undefined : { game, version, seeds, mineCount }
}

export type Verdict = {
  /** Whether the server seed matches its fingerprint; undefined without one. */
  isCommitted: boolean | undefined
  outcome: RoundOutcome
}

/**
 * The fields' result by the server's code: whether the server seed matches the commitment, and the outcome. Undefined
 * while a field is missing. Without a version the current rules apply.
 */
export const verify = (typed: Typed, version?: number): Verdict | undefined => {
  const proof = proofOf(typed, version ?? ALGORITHM_VERSIONS[typed.game])
  return (
    proof && {
      isCommitted:
        typed.serverSeedHash === ''
          ? undefined
          : isCommitted(typed.serverSeed, typed.serverSeedHash.toLowerCase()),
      outcome: roundOutcome(proof),
    }
  )
}

/** A round's outcome in the format of `roundOutcome`; null while hidden. */
export const playedOutcome = (
  round: RoundToVerify,
): Extract<RoundOutcome, { ok: true }>['outcome'] | null => {
  if (round.game === 'mines') return round.state.mines
  return round.game === 'rowDouble' ? round.state.safeTiles : round.state.resultHundredths
}

/** Whether the round's outcome matches its seeds; undefined while hidden. */
export const isAsPlayed = ({ outcome }: Verdict, round: RoundToVerify): boolean | undefined => {
  const played = playedOutcome(round)
  return played === null
    ? undefined
    : outcome.ok && JSON.stringify(outcome.outcome) === JSON.stringify(played)
}
