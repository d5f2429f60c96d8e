import { post } from '../../ledger/index.ts'
import { assert } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Result } from '../../platform/result.ts'
import { admitStakes } from '../../protection/index.ts'
import { adapters } from '../adapters/games.ts'
import type { RoomName } from '../adapters/adapter.ts'
import { lockOpenRounds, noOpenRounds } from '../draws/open-rounds.ts'
import { updateStakes } from '../draws/queries.ts'
import { sharedRoundChanged } from '../events.ts'
import { drawFirstSeeds, nodeHmac } from '../seeds/seeds.ts'
import { drawSeeds } from '../seeds/queries.ts'
import {
  insertRounds,
  type RoundRow,
  selectEarlier,
  selectOpenPaced,
  insertSteps,
  selectEarlierSteps,
  selectNow,
  selectRounds,
} from './queries.ts'
import { decideRounds, type PlayNeeds, type PlayRound } from './rules.ts'
import { writePlayed, writeClosed } from './close-rounds.ts'
import { decideSteps, type StepRound } from './step-rules.ts'

/** Ids are drawn in blocks of 1024, which bounds the length of a list. */
const MAX_LIST = 1024

/**
 * Begins rounds: debits the stakes and plays instant games to the end, or refuses a request with a reason. The
 * result is stored before anybody sees it. Returns results in the order of the requests; idempotent: a repeated
 * request returns its round in its present state.
 */
export async function playRounds(
  { db, random, activity }: Deps,
  { policy, settings, wagering }: PlayNeeds,
  requests: readonly PlayRound[],
): Promise<Result<RoundRow>[]> {
  assert(requests.length <= MAX_LIST, `a list of rounds is at most ${MAX_LIST} long`)
  if (requests.length === 0) return []
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const rooms = [...new Set(requests.flatMap(roomOf))]
  const isPaced = requests.some(({ game }) => adapters[game].kind === 'paced')
  return db.begin(async (tx) => {
    const [gate, earlier, drawn, open, openRounds] = await Promise.all([
      admitStakes(tx, { policy, bonusRules: wagering, activity }, playerIds),
      selectEarlier(tx, requests),
      drawSeeds(tx, playerIds),
      isPaced ? selectOpenPaced(tx, playerIds) : [],
      rooms.length > 0 ? lockOpenRounds(tx, rooms, playerIds) : noOpenRounds(),
    ])
    const seeds = [...drawn, ...(await drawFirstSeeds(tx, random, playerIds, drawn))]
    const { answers, rounds } = decideRounds(requests, {
      gate,
      earlier,
      seeds,
      open,
      openRounds,
      settings,
      wagering,
      hmac: nodeHmac,
    })
    if (rounds.length === 0) return answers
    await Promise.all([
      insertRounds(tx, rounds.map(rowToWrite)),
      openRounds.changed.size > 0 && updateStakes(tx, [...openRounds.changed]),
      writeEvents(
        tx,
        sharedRoundChanged,
        [...openRounds.changed].map(({ room }) => ({ room })),
      ),
      writePlayed(
        tx,
        rounds.filter(({ status }) => status !== 'open'),
      ),
      // Last, because it locks the account of the games, which the next list waits for until this one is committed.
      post(tx, gate.batch),
    ])
    return answers
  })
}

/** The room whose draw decides a bet on a shared round. */
function roomOf({ game, choice }: PlayRound): RoomName[] {
  const adapter = adapters[game]
  return adapter.kind === 'shared' ? [adapter.roomOf(choice)] : []
}

const rowToWrite = ({ choice, state, ...row }: RoundRow) => ({
  ...row,
  choice: JSON.stringify(choice),
  state: state && JSON.stringify(state),
})

/**
 * Makes steps in open rounds: opens tiles or cashes out, or refuses with a reason. Returns results in the order of
 * the requests; idempotent: a repeated step returns its round in its present state.
 */
export async function stepRounds(
  { db, activity }: Deps,
  { policy, settings, wagering }: PlayNeeds,
  requests: readonly StepRound[],
): Promise<Result<RoundRow>[]> {
  if (requests.length === 0) return []
  return db.begin(async (tx) => {
    const [gate, earlier, rounds, at] = await Promise.all([
      admitStakes(
        tx,
        { policy, bonusRules: wagering, activity },
        requests.map(({ playerId }) => playerId),
      ),
      selectEarlierSteps(tx, requests),
      selectRounds(
        tx,
        requests.map(({ playerId, roundId }) => ({ playerId, id: roundId })),
      ),
      selectNow(tx),
    ])
    const { answers, steps, closed } = decideSteps(requests, {
      gate,
      earlier,
      rounds,
      settings,
      wagering,
      hmac: nodeHmac,
      at,
    })
    if (steps.length + closed.length === 0) return answers
    await Promise.all([
      steps.length > 0 && insertSteps(tx, steps),
      writeClosed(tx, closed),
      // Last, because it locks the house accounts, which other lists wait for.
      post(tx, gate.batch),
    ])
    return answers
  })
}
