import { createHmac } from 'node:crypto'
import { ALGORITHM_VERSIONS, type HmacSha256 } from '@palpite/games'
import { type LedgerBatch, lockAccountsAnd, post } from '../ledger/index.ts'
import { assert, present } from '../platform/assert.ts'
import { brokeUnique, type Sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import type { Result } from '../platform/result.ts'
import { roundPlayed } from './events.ts'
import { type CompliancePolicy, type PlayerStanding, readLimits } from '../protection/index.ts'
import {
  type DiceRoundColumns,
  insertDiceRounds,
  type RoundRow,
  selectPlayed,
  selectRounds,
} from './round-queries.ts'
import { type DecidedRound, decideRounds, type PlayRound, requestKey } from './rules.ts'
import { drawSeeds } from './seed-queries.ts'
import { completeSeeds } from './seeds.ts'
import type { GamesSettings } from './settings.ts'

export type PlayNeeds = {
  settings: GamesSettings
  policy: CompliancePolicy
  /** Who is a test account and who is identified: read only where the policy asks. */
  standings: (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlyMap<number, PlayerStanding>>
}

/** Ids are drawn in blocks of 1024: a list may not be longer. */
const LONGEST_LIST = 1024

const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

/**
 * Plays rounds of dice: takes each stake, rolls, pays, and keeps what a verifier needs, or says why not. The
 * result stands before anybody is told. Answers in the order asked; a request that was played answers the same.
 *
 * Nearly every request is new, so a list is played before anybody looks whether one of it was played already. That
 * shows in a unique index, or in a refusal that an earlier answer may stand behind: then nothing of the list was
 * written, and it is decided again with the earlier rounds.
 */
export async function playRounds(
  deps: Deps,
  needs: PlayNeeds,
  requests: readonly PlayRound[],
): Promise<Result<RoundRow>[]> {
  assert(requests.length <= LONGEST_LIST, `a list of rounds is at most ${LONGEST_LIST} long`)
  if (requests.length === 0) return []
  return (await playNew(deps, needs, requests)) ?? playAll(deps, needs, requests)
}

/** Undoes a list that was played as if every request were new. */
const playedBefore = new Error('a request of the list was played before')

/** Plays the list as if every request were new; nothing when one is not. */
async function playNew(deps: Deps, needs: PlayNeeds, requests: readonly PlayRound[]) {
  try {
    return await deps.db.begin(async (tx) => {
      const answers = await decide(tx, { deps, needs, requests }, () => Promise.resolve(new Map()))
      const refused = requests.filter((_request, at) => !answers[at]?.ok)
      if (refused.length > 0 && (await roundsPlayed(tx, refused)).size > 0) throw playedBefore
      return answers
    })
  } catch (error) {
    if (error === playedBefore || brokeUnique(error, 'games_round_once')) return undefined
    throw error
  }
}

const playAll = (deps: Deps, needs: PlayNeeds, requests: readonly PlayRound[]) =>
  deps.db.begin((tx) => decide(tx, { deps, needs, requests }, () => roundsPlayed(tx, requests)))

type List = { deps: Deps; needs: PlayNeeds; requests: readonly PlayRound[] }

/** Two trips: the locks with all that is read under them, then all that is written with the commit. */
async function decide(
  tx: Tx,
  { deps, needs, requests }: List,
  readPlayed: () => Promise<ReadonlyMap<string, RoundRow>>,
): Promise<Result<RoundRow>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const [batch, { drawn, ...state }] = await lockAccountsAnd(tx, playerIds, () =>
    readState(tx, needs, playerIds, readPlayed),
  )
  const seeds = await completeSeeds(tx, deps.random, {
    playerIds,
    found: drawn,
    read: (newcomers) => drawSeeds(tx, newcomers),
  })
  const { firstId, atMs } = present([...seeds.values()][0], 'the seeds of a player')
  const { answers, rounds } = decideRounds(requests, {
    batch,
    ...state,
    seeds,
    hmac: nodeHmac,
    firstId,
    atMs,
    canBet: needs.policy.canBet,
    bounds: needs.settings.dice,
  })
  if (rounds.length > 0) tx.beforeCommit(() => writeRounds(tx, batch, rounds))
  return answers
}

async function readState(
  tx: Tx,
  needs: PlayNeeds,
  playerIds: readonly number[],
  readPlayed: () => Promise<ReadonlyMap<string, RoundRow>>,
) {
  const [played, limits, standings, drawn] = await Promise.all([
    readPlayed(),
    readLimits(tx, playerIds),
    standingsOf(tx, needs, playerIds),
    drawSeeds(tx, playerIds),
  ])
  return { played, limits, standings, drawn }
}

async function roundsPlayed(tx: Tx, requests: readonly PlayRound[]): Promise<ReadonlyMap<string, RoundRow>> {
  const found = await selectPlayed(tx, {
    playerIds: requests.map(({ playerId }) => playerId),
    requestIds: requests.map(({ requestId }) => requestId),
  })
  if (found.length === 0) return new Map()
  const rows = await selectRounds(tx, {
    playerIds: found.map(({ playerId }) => playerId),
    ids: found.map(({ id }) => id),
  })
  return new Map(rows.map((row) => [requestKey(row), row]))
}

/** Where even a stranger may bet, nobody's standing has to be read. */
async function standingsOf(tx: Tx, { policy, standings }: PlayNeeds, playerIds: readonly number[]) {
  if (policy.canBet({ isTestAccount: false, isIdentified: false }).ok) return new Map()
  return standings(tx, playerIds)
}

/** Posted last: that locks the games' account, which the next list waits for until this one is committed. */
const writeRounds = (tx: Tx, batch: LedgerBatch, rounds: readonly DecidedRound[]) => {
  const rows = rounds.map(({ row }) => row)
  return Promise.all([
    insertDiceRounds(tx, columnsOf(rounds)),
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

const columnsOf = (rounds: readonly DecidedRound[]): DiceRoundColumns => ({
  playerIds: rounds.map(({ row }) => row.playerId),
  ids: rounds.map(({ row }) => row.id),
  requestIds: rounds.map(({ row }) => row.requestId),
  stakes: rounds.map(({ row }) => row.stakeCents),
  bonusStakes: rounds.map(({ split }) => split.bonusCents),
  payouts: rounds.map(({ row }) => row.payoutCents),
  pairIds: rounds.map(({ pairId }) => pairId),
  nonces: rounds.map(({ row }) => row.nonce),
  algorithmVersion: ALGORITHM_VERSIONS.dice,
  cash: rounds.map(({ row }) => row.cashCents),
  bonus: rounds.map(({ row }) => row.bonusCents),
  versions: rounds.map(({ row }) => row.balanceVersion),
  directions: rounds.map(({ row }) => row.diceDirection),
  targets: rounds.map(({ row }) => row.diceTargetHundredths),
  results: rounds.map(({ row }) => row.diceResultHundredths),
  multipliers: rounds.map(({ row }) => row.diceMultiplierE4),
})
