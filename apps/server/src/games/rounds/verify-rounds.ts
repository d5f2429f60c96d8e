import type { LedgerFinding } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectDrawnAfter } from '../draws/queries.ts'
import { selectMiscounted } from '../seeds/queries.ts'
import { selectClosedAfter } from './queries.ts'
import { wrongDraw, wrongRound } from './recompute.ts'

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
 * Whether a round that is over comes out as it is kept when it is played again from its seeds and steps, and the draw that
 * decided it from its chain. Nothing while it is open.
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
