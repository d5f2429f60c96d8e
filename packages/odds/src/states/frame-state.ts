import type { Ending, MatchState, Side, Count, CountKey } from '../markets/state.ts'

/** The longest match there is. */
const MAX_FRAMES = 35

/** A snooker match: points of each frame so far, in order. */
export type FrameMatch = {
  /** Undefined if unknown. */
  readonly bestOf?: number | undefined
  readonly ending: Ending
  readonly frames: readonly (readonly [home: number, away: number])[]
  /** Whether the last frame listed is still being played. */
  readonly isLastOpen?: boolean
  /**
   * The reported number of frames won, if the points of each frame are unknown; null if that is unknown too.
   */
  readonly total?: { readonly home: number; readonly away: number } | null | undefined
  readonly winner?: Side
}

/**
 * The match state of a match in frames: frames won, and the points of each frame.
 * Asserts: an odd number of frames up to 35, no more listed than that, whole points of zero or more, no level frame.
 */
export const frameMatchState = (match: FrameMatch): MatchState => {
  const { bestOf, ending, frames, winner, total } = match
  const max = bestOf ?? MAX_FRAMES
  if (!Number.isSafeInteger(max) || max < 1 || max > MAX_FRAMES || max % 2 === 0 || frames.length > max)
    throw new Error(`not the frames of a best of ${bestOf}`)
  const named = winner ? { winner } : {}
  // The frames that a walkover awards were not played.
  if (ending === 'walkover') return { sport: 'snooker', ending, counts: {}, ...named }
  const won = { home: 0, away: 0 }
  const counts: Partial<Record<CountKey, Count>> = {}
  for (const [place, [home, away]] of frames.entries()) {
    const over = place < frames.length - 1 || !match.isLastOpen
    if (![home, away].every((points) => Number.isSafeInteger(points) && points >= 0))
      throw new Error('points must be whole')
    if (over && home === away) throw new Error(`frame ${place + 1} cannot end level`)
    if (over) won[home > away ? 'home' : 'away'] += 1
    counts[`points.frame${place + 1}`] = { home, away, over }
  }
  const framesWon = total ?? won
  const done = framesWon.home + framesWon.away
  // Without the format of the match it is only certain that the current frame will be counted.
  const further =
    bestOf === undefined
      ? Number(match.isLastOpen ?? false)
      : (bestOf + 1) / 2 - Math.max(framesWon.home, framesWon.away)
  const over = ending === 'finished'
  const form = bestOf === undefined ? {} : { max: bestOf }
  // A match that ends before its first frame settles no line early, however long it would have been.
  const min = ending === 'running' || done > 0 ? { min: done + further } : {}
  if (total !== null) counts['frames.full'] = { ...framesWon, over, ...(over ? {} : { ...min, ...form }) }
  const unresolvable = total === undefined ? {} : { unresolvable: 'parts_missing' as const }
  return { sport: 'snooker', ending, counts, ...named, ...unresolvable }
}
