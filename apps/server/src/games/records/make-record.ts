import {
  RECORD_FORMAT,
  type RecordedRound,
  recordBytes,
  ROUNDS_PER_PART,
  type RoundsRecord,
  type SignedRecord,
} from '@palpite/games/record'
import { chainEntry, leafHash, seedEntry } from '@palpite/games/log'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { logKey, signBytes } from '../../platform/public-log.ts'
import { proveInclusion, readHead } from '../../platform/public-log-routes.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type RoundRow, selectNow } from '../rounds/queries.ts'
import { toWireRound } from '../rounds/wire-round.ts'
import {
  countSharedRounds,
  selectPairRounds,
  type RevealedPair,
  selectRevealedPairs,
  selectSharedRounds,
} from './queries.ts'

/** How many of the newest revealed seed pairs are offered. */
const MAX_PAIRS = 50

const partsOf = (rounds: number) => Math.max(1, Math.ceil(rounds / ROUNDS_PER_PART))

/** The files a player can download: each revealed seed pair, and the bets on draws, by parts. */
export async function readRecords(sql: Sql, playerId: number) {
  const [pairs, shared] = await Promise.all([
    selectRevealedPairs(sql, playerId, MAX_PAIRS),
    countSharedRounds(sql, playerId),
  ])
  return {
    pairs: pairs.map(({ serverSeedHash, revealedAt, rounds }) => ({
      serverSeedHash,
      revealedAt: revealedAt.toISOString(),
      rounds,
      parts: partsOf(rounds),
    })),
    shared: { rounds: shared, parts: partsOf(shared) },
  }
}

/** The requested file: of a revealed pair by its hash, else of the draws; and its part, from 1. */
export type AskedRecord = { playerId: number; serverSeedHash: string | undefined; part: number }

type Needs = Pick<Deps, 'config'> & { sql: Sql; showId: (id: number) => string }

/** A file of a player's rounds with everything needed to recompute them, signed with the key of the public log. */
export async function makeRecord(
  { sql, config, showId }: Needs,
  asked: AskedRecord,
): Promise<Result<SignedRecord>> {
  const found = await findRounds(sql, asked)
  if (!found) return refuse('not_found')
  const { pair, rows, parts } = found
  const chains = chainsOf(rows)
  const needed = [
    ...(pair ? [seedEntry(pair.serverSeedHash)] : []),
    ...chains.map((chain) => chainEntry(chain)),
  ]
  const [head, at] = [await readHead(sql), await selectNow(sql)]
  const commitments: RoundsRecord['commitments'][number][] = []
  for (const entry of needed) {
    const proof = head && (await proveInclusion(sql, leafHash(entry), head.size))
    commitments.push({ entry, proof: proof ?? null })
  }
  const rounds = withRunning(rows.map((row) => recordedRound(row, showId)))
  const content: RoundsRecord = {
    format: RECORD_FORMAT,
    kind: pair ? 'pair' : 'shared',
    madeAt: at.toISOString(),
    part: asked.part,
    parts,
    pair: pair && {
      serverSeed: pair.serverSeed,
      serverSeedHash: pair.serverSeedHash,
      clientSeed: pair.clientSeed,
    },
    chains,
    head: head
      ? { size: head.size, rootHash: head.rootHash, timestampMs: head.timestampMs, signature: head.signature }
      : null,
    commitments,
    rounds,
    totals: {
      stakeCents: rounds.reduce((sum, { stakeCents }) => sum + stakeCents, 0),
      payoutCents: rounds.reduce((sum, { payoutCents }) => sum + payoutCents, 0),
    },
  }
  const key = logKey(config)
  return ok({ content, publicKey: key.publicKey, signature: signBytes(key, recordBytes(content)) })
}

type Found = { pair: RevealedPair | null; rows: readonly RoundRow[]; parts: number }

async function findRounds(
  sql: Sql,
  { playerId, serverSeedHash, part }: AskedRecord,
): Promise<Found | undefined> {
  const before = (part - 1) * ROUNDS_PER_PART
  if (serverSeedHash === undefined) {
    const parts = partsOf(await countSharedRounds(sql, playerId))
    const rows = await selectSharedRounds(sql, { playerId, after: before, max: ROUNDS_PER_PART })
    return rows.length === 0 ? undefined : { pair: null, rows, parts }
  }
  const pairs = await selectRevealedPairs(sql, playerId, MAX_PAIRS)
  const pair = pairs.find((each) => each.serverSeedHash === serverSeedHash)
  if (!pair) return undefined
  const rows = await selectPairRounds(sql, { playerId, pairId: pair.id, from: before, max: ROUNDS_PER_PART })
  return rows.length === 0 ? undefined : { pair, rows, parts: partsOf(pair.rounds) }
}

/** The chains of these rounds, each once. */
function chainsOf(rows: readonly RoundRow[]): RoundsRecord['chains'][number][] {
  const chains = new Map<string, RoundsRecord['chains'][number]>()
  for (const { draw } of rows) {
    if (!draw) continue
    const { room, commitment, salt } = draw
    chains.set(`${room} ${commitment}`, { room, commitment, salt })
  }
  return [...chains.values()]
}

type WithoutRunning<R> = R extends unknown ? Omit<R, 'runningCents'> : never

function recordedRound(row: RoundRow, showId: (id: number) => string): WithoutRunning<RecordedRound> {
  const { draw } = row
  const { game, choice, state, payoutCents, multiplierE4 } = toWireRound(row)
  const recorded = {
    roundId: showId(row.id),
    game,
    nonce: draw ? null : row.nonce,
    draw: draw && { room: draw.room, place: draw.place, commitment: draw.commitment, seed: draw.seed },
    rulesVersion: row.rulesVersion,
    choice,
    stakeCents: row.stakeCents,
    payoutCents,
    status: row.status,
    multiplierE4,
    state,
    at: row.at.toISOString(),
  }
  // A closed round: its choice and state fit its game, as stored.
  return recorded as WithoutRunning<RecordedRound>
}

/** The same with the running total up to each. */
function withRunning(rounds: readonly WithoutRunning<RecordedRound>[]): RecordedRound[] {
  let runningCents = 0
  return rounds.map((round) => {
    runningCents += round.payoutCents - round.stakeCents
    return { ...round, runningCents } as RecordedRound
  })
}
