import { isDeepStrictEqual } from 'node:util'
import { seedHash } from '@palpite/games'
import { adapters } from '../adapters/table.ts'
import { rooms } from '../adapters/rooms.ts'
import type { DrawnRound } from '../draws/queries.ts'
import { seedAt } from '../draws/chains.ts'
import { closedByRule } from './close-idle-rounds.ts'
import { nodeHmac } from './hmac.ts'
import type { RoundRow } from './queries.ts'
import { closeAsRefunded, pacedAdapter, replay } from './step-rules.ts'

type Ending = Pick<RoundRow, 'status' | 'payoutCents' | 'multiplierE4' | 'state'>

/** A contradiction between a closed round and its seeds, steps and draw; undefined if there is none. */
export function wrongRound(round: RoundRow): string | undefined {
  const written = endingOf(round)
  let played: Ending
  try {
    played = endingOf(recompute(round))
  } catch (error) {
    return `cannot be played again: ${error instanceof Error ? error.message : String(error)}`
  }
  return isDeepStrictEqual(written, played)
    ? undefined
    : `ended with ${JSON.stringify(written)}, and by its seeds with ${JSON.stringify(played)}`
}

/** The stored result, as JSON. */
const endingOf = ({ status, payoutCents, multiplierE4, state }: Ending): Ending =>
  JSON.parse(JSON.stringify({ status, payoutCents, multiplierE4, state })) as Ending

/** The result of a round, computed from its seeds, steps and draw. */
function recompute(round: RoundRow): Ending {
  const { serverSeed, clientSeed, nonce, stakeCents, choice, rulesVersion, draw, closedAt } = round
  const adapter = adapters[round.game]
  const at = closedAt ?? round.at
  if (adapter.kind === 'instant') {
    return adapter.play(nodeHmac, { serverSeed, clientSeed, nonce }, { stakeCents, choice }, rulesVersion)
  }
  if (adapter.kind === 'paced') {
    const standing = pacedAdapter(round).stand(replay(round, nodeHmac))
    return standing.status === 'open' ? closedByRule(round, at) : standing
  }
  // A bet withdrawn in time, or whose round was not drawn.
  if (round.status === 'refunded' || draw === null || draw.outcome === null) {
    return closeAsRefunded(round, at, adapter.waiting)
  }
  return adapter.resolve(draw.outcome, { stakeCents, choice })
}

/** A contradiction between the draw of a shared round and the committed chain; undefined if there is none. */
export function wrongDraw({
  room,
  place,
  commitment,
  salt,
  kept,
  seed,
  outcome,
}: DrawnRound): string | undefined {
  if (seedAt(place, kept) !== seed) return 'its seed is not that of its chain'
  if (place === 0 && seedHash(seed) !== commitment) return 'its seed is not what was committed to'
  const adapter = adapters[rooms[room].game]
  const drawn = adapter.kind === 'shared' ? adapter.draw(nodeHmac, { seed, salt }) : undefined
  return drawn === outcome ? undefined : `was drawn as ${outcome}, and by its seed as ${drawn}`
}
