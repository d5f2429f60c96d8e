import { createHmac } from 'node:crypto'
import { ALGORITHM_VERSIONS, type HmacSha256 } from '@palpite/games'
import { type LedgerBatch, post } from '../ledger/index.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import type { Result } from '../platform/result.ts'
import { admitStakes, type CompliancePolicy } from '../protection/index.ts'
import { roundPlayed } from './events.ts'
import { insertDiceRounds, type RoundRow, selectEarlier } from './round-queries.ts'
import { type DecidedRound, decideRounds, type PlayRound } from './rules.ts'
import { drawSeeds } from './seed-queries.ts'
import { drawFirstSeeds } from './seeds.ts'
import type { GamesSettings } from './settings.ts'

export type PlayNeeds = { settings: GamesSettings; policy: CompliancePolicy }

/** Ids are drawn in blocks of 1024: a list may not be longer. */
const LONGEST_LIST = 1024

const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

/**
 * Plays rounds of dice: takes each stake, rolls, pays, and keeps what a verifier needs, or says why not. The
 * result stands before anybody sees it. Answers in the order asked; a request that was played answers the same.
 */
export async function playRounds(
  { db, random }: Deps,
  { policy, settings }: PlayNeeds,
  requests: readonly PlayRound[],
): Promise<Result<RoundRow>[]> {
  assert(requests.length <= LONGEST_LIST, `a list of rounds is at most ${LONGEST_LIST} long`)
  if (requests.length === 0) return []
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  return db.begin(async (tx) => {
    const [gate, earlier, drawn] = await Promise.all([
      admitStakes(tx, policy, playerIds),
      selectEarlier(tx, requests),
      drawSeeds(tx, playerIds),
    ])
    const seeds = [...drawn, ...(await drawFirstSeeds(tx, random, playerIds, drawn))]
    const state = { gate, earlier, seeds, hmac: nodeHmac, bounds: settings.dice }
    const { answers, rounds } = decideRounds(requests, state)
    if (rounds.length > 0) await writeRounds(tx, gate.batch, rounds)
    return answers
  })
}

/** Posted last: that locks the games' account, which the next list waits for until this one is committed. */
const writeRounds = (tx: Tx, batch: LedgerBatch, rounds: readonly DecidedRound[]) => {
  const rows = rounds.map(({ row }) => row)
  return Promise.all([
    insertDiceRounds(tx, rounds.map(rowToWrite)),
    writeEvents(
      tx,
      roundPlayed,
      rows.map(({ playerId, id, game, stakeCents, payoutCents }) => ({
        playerId,
        roundId: id,
        game,
        stakeCents,
        payoutCents,
      })),
    ),
    post(tx, batch),
  ])
}

const rowToWrite = ({ row, split, pairId }: DecidedRound) => ({
  ...row,
  bonusStakeCents: split.bonusCents,
  seedPairId: pairId,
  algorithmVersion: ALGORITHM_VERSIONS.dice,
})
