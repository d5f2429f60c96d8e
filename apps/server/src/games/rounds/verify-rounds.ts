import type { LedgerFinding } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectDrawnAfter, type DrawnRound, selectChains } from '../draws/queries.ts'
import { selectMiscounted, selectSeedHashesAfter } from '../seeds/queries.ts'
import { selectClosedAfter, type RoundRow } from './queries.ts'
import { isDeepStrictEqual } from 'node:util'
import { seedHash } from '@palpite/games'
import { adapters } from '../adapters/games.ts'
import { rooms } from '../adapters/adapter.ts'
import { seedAt } from '../draws/chains.ts'
import { closedByRule } from './close-rounds.ts'
import { nodeHmac } from '../seeds/seeds.ts'
import { closeAsRefunded, pacedAdapter, replay } from './step-rules.ts'
import { chainEntry, seedEntry } from '@palpite/games/log'
import { findUnpublished } from '../../platform/public-log.ts'

/** Rounds replayed between two yields to the event loop: some milliseconds. */
const ROUNDS_AT_ONCE = 200
const MAX_FINDINGS = 20

/**
 * Verifies that the rounds of each seed pair use the nonces from 0 without a gap, as far as sums tell
 * (`selectMiscounted`), and replays every closed round and every draw: outcome, payout, multiplier and state must be
 * as stored. Reads all rounds, page by page. Returns no finding if everything holds.
 */
export const verifyRounds = async (sql: Sql): Promise<LedgerFinding[]> => [
  ...(await selectMiscounted(sql)).map(
    ({ pairId, played, last }) =>
      `seed pair ${pairId}: ${played} rounds were played, the last nonce is ${last}, and there should be one for each from 0 on`,
  ),
  ...(await playAgain(sql)),
  ...(await drawAgain(sql)),
]

/**
 * Whether a closed round replays from its seeds and steps to the stored result, and its draw from its chain. Null for
 * a round that is open or does not exist.
 */
export async function isRoundProven(
  sql: Sql,
  { playerId, id }: { playerId: number; id: number },
): Promise<boolean | null> {
  const [found] = await selectClosedAfter(sql, { playerId, id: id - 1 }, 1)
  if (found?.id !== id || found.playerId !== playerId) return null
  const { steps, ...round } = found
  if (wrongRound({ ...round, tiles: steps }) !== undefined) return false
  if (round.status === 'refunded' || round.draw === null) return true
  const [drawn] = await selectDrawnAfter(sql, Number(round.draw.sharedRoundId) - 1, 1)
  return drawn?.id === Number(round.draw.sharedRoundId) && wrongDraw(drawn) === undefined
}

async function playAgain(sql: Sql): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  let last = { playerId: 0, id: 0 }
  for (;;) {
    const rounds = await selectClosedAfter(sql, last, ROUNDS_AT_ONCE)
    for (const { steps, ...round } of rounds) {
      const wrong = wrongRound({ ...round, tiles: steps })
      if (wrong !== undefined) findings.push(`round ${round.playerId}/${round.id} of ${round.game}: ${wrong}`)
      last = round
    }
    if (rounds.length === 0 || findings.length >= MAX_FINDINGS) return findings.slice(0, MAX_FINDINGS)
  }
}

async function drawAgain(sql: Sql): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  let lastId = 0
  for (;;) {
    const draws = await selectDrawnAfter(sql, lastId, ROUNDS_AT_ONCE)
    for (const draw of draws) {
      const wrong = wrongDraw(draw)
      if (wrong !== undefined) findings.push(`shared round ${draw.id} of ${draw.room}: ${wrong}`)
      lastId = draw.id
    }
    if (draws.length === 0 || findings.length >= MAX_FINDINGS) return findings.slice(0, MAX_FINDINGS)
  }
}

type Ending = Pick<RoundRow, 'status' | 'payoutCents' | 'multiplierE4' | 'state'>

/** A contradiction between a closed round and its seeds, steps and draw; undefined if there is none. */
function wrongRound(round: RoundRow): string | undefined {
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
    const replayed = pacedAdapter(round).outcomeOf(replay(round, nodeHmac))
    return replayed.status === 'open' ? closedByRule(round, at) : replayed
  }
  // A bet withdrawn in time, or whose round was not drawn.
  if (round.status === 'refunded' || draw === null || draw.outcome === null) {
    return closeAsRefunded(round, at, adapter.waiting)
  }
  return adapter.resolve(draw.outcome, { stakeCents, choice })
}

/** A contradiction between the draw of a shared round and the committed chain; undefined if there is none. */
function wrongDraw({ room, place, commitment, salt, kept, seed, outcome }: DrawnRound): string | undefined {
  if (seedAt(place, kept) !== seed) return 'its seed is not that of its chain'
  if (place === 0 && seedHash(seed) !== commitment) return 'its seed is not what was committed to'
  const adapter = adapters[rooms[room].game]
  const drawn = adapter.kind === 'shared' ? adapter.draw(nodeHmac, { seed, salt }) : undefined
  return drawn === outcome ? undefined : `was drawn as ${outcome}, and by its seed as ${drawn}`
}

const SEEDS_AT_ONCE = 1000

/** Verifies that every seed pair and every chain was committed to in the public log. Returns no finding if so. */
export async function verifyCommitments(sql: Sql): Promise<LedgerFinding[]> {
  const missing = await findUnpublished(
    sql,
    (await selectChains(sql)).map((chain) => chainEntry(chain)),
  )
  for (let lastId = 0; missing.length < MAX_FINDINGS;) {
    const pairs = await selectSeedHashesAfter(sql, lastId, SEEDS_AT_ONCE)
    const last = pairs.at(-1)
    if (!last) break
    missing.push(
      ...(await findUnpublished(
        sql,
        pairs.map(({ serverSeedHash }) => seedEntry(serverSeedHash)),
      )),
    )
    lastId = last.id
  }
  return missing.slice(0, MAX_FINDINGS).map((content) => `"${content}" does not stand in the public log`)
}
