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

/** The games whose rounds a player's own seeds decide. */
export const seededGames = ['dice', 'limbo', 'mines', 'rowDouble'] as const

export type SeededGame = (typeof seededGames)[number]

type SeededRound = Extract<GameRound, { game: SeededGame }>

/** A round that was decided by its player's own seeds. */
export type RoundToVerify = SeededRound & { seeds: NonNullable<SeededRound['seeds']> }

/** Are this game's rounds decided by seeds of the player, and not by a draw that many share? */
export const isSeeded = (game: GameRound['game']): game is SeededGame =>
  seededGames.some((each) => each === game)

/** Whether the verifier can work this round out again. */
export const canVerify = (round: GameRound): round is RoundToVerify =>
  isSeeded(round.game) && round.seeds !== null

/** What stands in the verifier's fields, where numbers may be any words yet. */
export type Typed = {
  game: SeededGame
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: string
  mineCount: string
  difficulty: string
}

/** The fields before anything is typed. */
export const emptyFor = (game: SeededGame): Typed => ({
  game,
  serverSeed: '',
  serverSeedHash: '',
  clientSeed: '',
  nonce: '0',
  mineCount: '3',
  difficulty: 'easy',
})

/** What is known of a round, to begin with: the server seed is empty until it is revealed. */
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

/** Are these the seeds and the choice of this round? A server seed that was mistyped is still meant for it. */
export const isMeantFor = (typed: Typed, round: RoundToVerify): boolean => {
  const { serverSeed: _mayBeMistyped, ...known } = typedOf(round)
  return Object.entries(known).every(([name, value]) => typed[name as keyof Typed] === value)
}

/** The version of the rules that a round was played by: the number after the stroke of `hmac-sha256/2`. */
export const versionOf = ({ algorithm }: RoundToVerify): number => Number(algorithm.split('/')[1])

const wholeOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** All that decides a round, from the fields; nothing while one of them is missing or cannot be. */
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

export type Verdict = { isCommitted: boolean; outcome: RoundOutcome }

/**
 * What the fields make, with the code the server plays with: whether the server seed is the one committed to, and what
 * came of it. Nothing while a field is missing. Without a version the rules in force are taken.
 */
export const verify = (typed: Typed, version?: number): Verdict | undefined => {
  const proof = proofOf(typed, version ?? ALGORITHM_VERSIONS[typed.game])
  return (
    proof && {
      isCommitted:
        typed.serverSeedHash === '' || isCommitted(typed.serverSeed, typed.serverSeedHash.toLowerCase()),
      outcome: roundOutcome(proof),
    }
  )
}

/** What a round came out as, written as `roundOutcome` does; null while the house still keeps it. */
export const playedOutcome = (
  round: RoundToVerify,
): Extract<RoundOutcome, { ok: true }>['outcome'] | null => {
  if (round.game === 'mines') return round.state.mines
  return round.game === 'rowDouble' ? round.state.safeTiles : round.state.resultHundredths
}

/** Did the round come out as its seeds make it? Nothing can be said while it is kept. */
export const isAsPlayed = ({ outcome }: Verdict, round: RoundToVerify): boolean | undefined => {
  const played = playedOutcome(round)
  return played === null
    ? undefined
    : outcome.ok && JSON.stringify(outcome.outcome) === JSON.stringify(played)
}
