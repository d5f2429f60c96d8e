import { drawLuckyDigit, isNextInChain, plainHmac, rollDouble, seedHash } from '@palpite/games'
import type { GameRoom } from './use-game-room.ts'

/** A draw worked out again: its seed, what follows from it, what was told, and whether they are the same. */
export type VerifiedDraw = {
  place: number
  seed: string
  outcome: number
  told: number | null
  isSame: boolean
}

export type VerifiedRoom = {
  /** Whether the newest seed leads, hash by hash, down to what was published before the first round. */
  isCommitted: boolean
  draws: readonly VerifiedDraw[]
}

/**
 * Works the draws of a room out again, newest first: the seed before each is its hash, down to the commitment. A round
 * that was not drawn told nothing, so there is nothing to compare.
 */
export const verifyRoom = ({
  game,
  history,
  lastDraw,
}: Pick<GameRoom, 'game' | 'history' | 'lastDraw'>): VerifiedRoom => {
  if (!lastDraw) return { isCommitted: false, draws: [] }
  const { commitment, salt } = lastDraw
  const told = new Map(history.map(({ place, outcome }) => [place, outcome]))
  const draws: VerifiedDraw[] = []
  let { seed } = lastDraw
  let isLinked = true
  for (let { place } = lastDraw; place >= 0; place -= 1) {
    const known = place === 0 ? commitment : seedHash(seed)
    if (place === 0) isLinked = isNextInChain(known, seed)
    const said = told.get(place)
    if (said !== undefined) {
      const outcome = (game === 'double' ? rollDouble : drawLuckyDigit)(plainHmac, { seed, salt })
      draws.push({ place, seed, outcome, told: said, isSame: said === null || said === outcome })
    }
    seed = known
  }
  return { isCommitted: isLinked, draws }
}
