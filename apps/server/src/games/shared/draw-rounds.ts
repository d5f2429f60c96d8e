import { chainEntry } from '@palpite/games/log'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { publish } from '../../platform/public-log.ts'
import type { Random } from '../../platform/crypto.ts'
import { skipFailing, skippedBy } from '../../platform/skip-failing.ts'
import { adapters } from '../adapters/games.ts'
import { type Room, type RoomName, rooms } from '../adapters/adapter.ts'
import {
  type DueDraw,
  drawRounds,
  endRound,
  insertChain,
  insertKeptSeeds,
  insertSharedRounds,
  isAnyDue,
  lockDueDraws,
  type RoomPlan,
  type SettlingRound,
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
/** Rounds of a room that still take bets, at any time: a bet that comes too late for one joins the next. */
const ROUNDS_AHEAD = 2

/** A round that failed is tried again after this: the job runs several times a second. */
const RETRY_MS = 60_000

const SETTLING_MS = 20_000

const roomNames = Object.keys(rooms) as RoomName[]

type Needs = Pick<PlayNeeds, 'wagering'> & {
  /** Rounds that this server could not draw or settle, and when it tries again, in milliseconds of `performance.now`. */
  failed: Map<number, number>
  /** After this long a run settles no further round, so that the next run draws in time. */
  settlingMs?: number
}

/**
 * Advances the rounds of all rooms by the database's clock: draws due rounds, creates the next ones, settles drawn ones. Any
 * server may run it at any time, and nothing happens twice; if a server dies, the next run of another continues. A
 * round that fails is skipped for a minute and holds up no other; rounds that take long to settle delay no draw. If the
 * draws fail as a whole, drawn rounds are settled all the same.
 */
export async function advanceSharedRounds(deps: Deps, needs: Needs): Promise<void> {
  if (!(await isAnyDue(deps.db, roomNames, ROUNDS_AHEAD))) return
  const drawing = await Promise.allSettled([drawAndMake(deps, needs)])
  const due = (await selectToSettle(deps.db)).filter(({ id }) => !isDelayed(needs, id))
  const until = performance.now() + (needs.settlingMs ?? SETTLING_MS)
  for (const round of due) {
    await settleRound(deps, needs, round)
    if (performance.now() >= until) break
  }
  for (const { id } of due) if (!isDelayed(needs, id)) needs.failed.delete(id)
  for (const step of drawing) if (step.status === 'rejected') throw step.reason
}

const isDelayed = ({ failed }: Needs, roundId: number): boolean =>
  (failed.get(roundId) ?? Number.NEGATIVE_INFINITY) > performance.now()

const delayRetry = ({ failed }: Needs, roundId: number) => failed.set(roundId, performance.now() + RETRY_MS)

const drawAndMake = (deps: Deps, needs: Needs): Promise<void> =>
  deps.db.begin(async (tx) => {
    if (!(await tryLead(tx))) return
    const changed = [...(await drawDue(tx, deps, needs)), ...(await makeNext(tx, deps.random))]
    await writeEvents(
      tx,
      sharedRoundChanged,
      [...new Set(changed)].map((room) => ({ room })),
    )
  })

/** Settles the bets of a round and ends it; it stays as it is while a bet of it is open. */
async function settleRound(deps: Deps, needs: Needs, round: SettlingRound): Promise<void> {
  await skipFailing([round], {
    run: async () => {
      if (!(await settleBets(deps, needs, round))) return void delayRetry(needs, round.id)
      await deps.db.begin(async (tx) => {
        if (await endRound(tx, round.id)) await writeEvents(tx, sharedRoundChanged, [{ room: round.room }])
      })
    },
    skip: ({ id }, error) => {
      delayRetry(needs, id)
      skippedBy(deps, 'shared-rounds')({ sharedRoundId: id }, error)
    },
  })
}

/**
 * Draws the due rounds from the committed seeds. Returns their rooms. A round that cannot be drawn waits, and is void
 * once it is too late.
 */
async function drawDue(tx: Tx, deps: Deps, needs: Needs): Promise<RoomName[]> {
  const due = (await lockDueDraws(tx, TOO_LATE_SECONDS)).filter(
    ({ id, isTooLate }) => isTooLate || !isDelayed(needs, id),
  )
  const drawn = due
    .filter(({ isTooLate }) => !isTooLate)
    .flatMap((round) => {
      try {
        return [drawnOf(round)]
      } catch (error) {
        // Drawing is pure, so the transaction is intact and draws the other rooms.
        delayRetry(needs, round.id)
        skippedBy(deps, 'shared-rounds')({ sharedRoundId: round.id }, error)
        return []
      }
    })
  const tooLate = due.filter(({ isTooLate }) => isTooLate).map(({ id }) => id)
  if (drawn.length > 0) await drawRounds(tx, drawn)
  if (tooLate.length > 0) await voidRounds(tx, tooLate)
  for (const id of tooLate) needs.failed.delete(id)
  return due.map(({ room }) => room)
}

function drawnOf({ id, room, place, salt, kept }: DueDraw) {
  const seed = seedAt(place, kept)
  const adapter = adapters[rooms[room].game]
  if (adapter.kind !== 'shared') throw new Error(`${room} is drawn for many`)
  return { id, seed, outcome: adapter.draw(nodeHmac, { seed, salt }) }
}

/** Creates the missing rounds, each starting when the one before it ends. Returns the rooms that got any. */
async function makeNext(tx: Tx, random: Random): Promise<RoomName[]> {
  const lacking = (await selectPlans(tx, roomNames)).filter(({ openCount }) => openCount < ROUNDS_AHEAD)
  for (const plan of lacking) {
    const count = ROUNDS_AHEAD - plan.openCount
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
