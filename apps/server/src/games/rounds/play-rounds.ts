import { post } from '../../ledger/index.ts'
import { assert } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Result } from '../../platform/result.ts'
import { admitStakes, type CompliancePolicy } from '../../protection/index.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import { adapters } from '../adapters/table.ts'
import type { RoomName } from '../adapters/rooms.ts'
import { lockTakingRounds, takingNothing } from '../draws/taking.ts'
import { updateStakes } from '../draws/queries.ts'
import { sharedRoundChanged } from '../events.ts'
import { drawFirstSeeds } from '../seeds/seeds.ts'
import { drawSeeds } from '../seeds/queries.ts'
import type { GamesSettings } from '../settings.ts'
import { nodeHmac } from './hmac.ts'
import { insertRounds, type RoundRow, selectEarlier, selectOpenPaced } from './queries.ts'
import { decideRounds, type PlayRound } from './rules.ts'
import { writePlayed } from './write-closed.ts'

export type PlayNeeds = {
  settings: GamesSettings
  policy: CompliancePolicy
  /** Shares by which stakes count towards wagering. */
  wagering: WageringSettings
}

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
    const [gate, earlier, drawn, open, taking] = await Promise.all([
      admitStakes(tx, { policy, bonusRules: wagering, activity }, playerIds),
      selectEarlier(tx, requests),
      drawSeeds(tx, playerIds),
      isPaced ? selectOpenPaced(tx, playerIds) : [],
      rooms.length > 0 ? lockTakingRounds(tx, rooms, playerIds) : takingNothing(),
    ])
    const seeds = [...drawn, ...(await drawFirstSeeds(tx, random, playerIds, drawn))]
    const { answers, rounds } = decideRounds(requests, {
      gate,
      earlier,
      seeds,
      open,
      taking,
      settings,
      wagering,
      hmac: nodeHmac,
    })
    if (rounds.length === 0) return answers
    await Promise.all([
      insertRounds(tx, rounds.map(rowToWrite)),
      taking.changed.size > 0 && updateStakes(tx, [...taking.changed]),
      writeEvents(
        tx,
        sharedRoundChanged,
        [...taking.changed].map(({ room }) => ({ room })),
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
