import { chainEntry } from '@palpite/games/log'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { publish } from '../../platform/public-log.ts'
import type { Random } from '../../platform/crypto.ts'
import { adapters } from '../adapters/games.ts'
import { type Room, type RoomName, rooms } from '../adapters/adapter.ts'
import {
  drawRounds,
  endRound,
  insertChain,
  insertKeptSeeds,
  insertSharedRounds,
  isAnyDue,
  lockDueDraws,
  type RoomPlan,
  selectPlans,
  selectToSettle,
  tryLead,
  voidRounds,
} from '../draws/queries.ts'
import { makeChain, seedAt } from '../draws/chains.ts'
import { sharedRoundChanged } from '../events.ts'
import { nodeHmac } from '../seeds/seeds.ts'
import type { PlayNeeds } from '../rounds/rules.ts'
import { settleBets } from '../rounds/close-rounds.ts'

/** Rounds of a chain: eleven days of a room that draws every 30 seconds. */
const CHAIN_LENGTH = 32_768
const SECRET_BYTES = 32
const SALT_BYTES = 16
/** A round that could not be drawn for this long is void: every stake is refunded. */
const TOO_LATE_SECONDS = 300
/** Rounds of a room prepared ahead: a bet that comes too late for one joins the next. */
const TAKING = 2

const roomNames = Object.keys(rooms) as RoomName[]

/**
 * Advances the rounds of all rooms by the database's clock: draws due rounds, creates the next ones, settles drawn ones. Any
 * server may run it at any time, and nothing happens twice; if a server dies, the next run of another continues.
 */
export async function advanceSharedRounds(deps: Deps, needs: Pick<PlayNeeds, 'wagering'>): Promise<void> {
  if (!(await isAnyDue(deps.db, roomNames, TAKING))) return
  await deps.db.begin(async (tx) => {
    if (!(await tryLead(tx))) return
    const changed = [...(await drawDue(tx)), ...(await makeNext(tx, deps.random))]
    await writeEvents(
      tx,
      sharedRoundChanged,
      [...new Set(changed)].map((room) => ({ room })),
    )
  })
  for (const round of await selectToSettle(deps.db)) {
    while ((await settleBets(deps, needs, round)) > 0);
    await deps.db.begin(async (tx) => {
      if (await endRound(tx, round.id)) await writeEvents(tx, sharedRoundChanged, [{ room: round.room }])
    })
  }
}

/** Draws the due rounds from the committed seeds. Returns their rooms. */
async function drawDue(tx: Tx): Promise<RoomName[]> {
  const due = await lockDueDraws(tx, TOO_LATE_SECONDS)
  const drawn = due
    .filter(({ isTooLate }) => !isTooLate)
    .map(({ id, room, place, salt, kept }) => {
      const seed = seedAt(place, kept)
      const adapter = adapters[rooms[room].game]
      if (adapter.kind !== 'shared') throw new Error(`${room} is drawn for many`)
      return { id, seed, outcome: adapter.draw(nodeHmac, { seed, salt }) }
    })
  const tooLate = due.filter(({ isTooLate }) => isTooLate).map(({ id }) => id)
  if (drawn.length > 0) await drawRounds(tx, drawn)
  if (tooLate.length > 0) await voidRounds(tx, tooLate)
  return due.map(({ room }) => room)
}

/** Creates the missing rounds, each starting when the one before it ends. Returns the rooms that got any. */
async function makeNext(tx: Tx, random: Random): Promise<RoomName[]> {
  const lacking = (await selectPlans(tx, roomNames)).filter(({ taking }) => taking < TAKING)
  for (const plan of lacking) {
    const count = TAKING - plan.taking
    const { chainId, firstPlace } = await chainFor(tx, random, plan, count)
    let opensAt = plan.lastEndsAt ?? plan.at
    const made = Array.from({ length: count }, (_, at) => {
      const times = timesFrom(opensAt, rooms[plan.room])
      opensAt = times.endsAt
      return { room: plan.room, chainId, place: firstPlace + at, ...times }
    })
    await insertSharedRounds(tx, made)
  }
  return lacking.map(({ room }) => room)
}

/** The seed chain of the next rounds: the current one, or a new one when it is used up. */
async function chainFor(
  tx: Tx,
  random: Random,
  { room, chainId, chainNumber, left, nextPlace }: RoomPlan,
  count: number,
) {
  if (left >= count) return { chainId: present(chainId, 'the chain in use'), firstPlace: nextPlace }
  const { commitment, kept } = await makeChain(random.hex(SECRET_BYTES), CHAIN_LENGTH)
  const salt = random.hex(SALT_BYTES)
  const number = chainNumber + 1
  const newId = await insertChain(tx, { room, number, length: CHAIN_LENGTH, commitment, salt })
  await publish(tx, [chainEntry({ room, commitment, salt })])
  await insertKeptSeeds(
    tx,
    kept.map((seed) => ({ chainId: newId, ...seed })),
  )
  return { chainId: newId, firstPlace: 0 }
}

/** When the parts of a round begin. */
function timesFrom(opensAt: Date, { openMs, closedMs, shownMs, restMs }: Room) {
  const after = (ms: number) => new Date(opensAt.getTime() + ms)
  return {
    opensAt,
    closesAt: after(openMs),
    drawsAt: after(openMs + closedMs),
    settlesAt: after(openMs + closedMs + shownMs),
    endsAt: after(openMs + closedMs + shownMs + restMs),
  }
}
