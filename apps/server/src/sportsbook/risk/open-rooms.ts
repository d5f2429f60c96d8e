import type { Db, Sql } from '../../platform/db/index.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import type { Log } from '../../platform/log.ts'
import type { Job } from '../../platform/schedule.ts'
import { selectOpenOutcomes } from './queries.ts'
import {
  addCosts,
  type Costs,
  costsOf,
  type FixtureRisk,
  fixtureRisks,
  type Look,
  noCosts,
  reservedBy,
  roomLeft,
  type ScenarioBounds,
  shareLeft,
} from './rooms.ts'
import { type Seat, takeSeat } from './share-rooms.ts'

/** What a list of bets may cost, from when it is decided until it is written. */
export type Taking = {
  /** In place of what it was before: a list that is tried again is decided anew. */
  set: (costs: Costs) => void
  end: () => void
}

export type Rooms = ReturnType<typeof openRooms>

/** Every match with open bets in its worst scenario. */
export const readRisks = async (sql: Sql): Promise<FixtureRisk[]> =>
  fixtureRisks(await selectOpenOutcomes(sql))

/** A look at the book, and what this server has taken since. `among` is what it may take of it beside other servers. */
type View = { read: Costs; since: Costs; among: Look | undefined }

type Joining = { log: Log; patienceMs: number; readBounds: () => Promise<ScenarioBounds> }

/**
 * What is left of the bounds of matches, competitions, sports and the book. Worked out of all open bets every few seconds,
 * and without a lock; what this server's lists have taken since counts at once, for everything it is of. A list that was
 * not yet written as a look began may be missing in it, so it goes on counting. A server that has joined the others takes no
 * more than its share of what is left (docs/decisions/0057).
 */
export function openRooms(db: Db, ageMs: number) {
  /** More than one while a share is being kept: neither may be passed. */
  let views: readonly View[] = [{ read: noCosts(), since: noCosts(), among: undefined }]
  /** The sums that a list is added to: since each view, and since the look that is under way. */
  const counting = new Set(views.map(({ since }) => since))
  const writing = new Set<Costs>()
  let joined: { seat: Seat; readBounds: Joining['readBounds'] } | undefined
  let isCutOff = false

  const show = (next: readonly View[]) => {
    for (const { since } of views) if (!next.some((view) => view.since === since)) counting.delete(since)
    views = next
  }
  const look = async (): Promise<void> => {
    const since = noCosts()
    for (const costs of writing) addCosts(since, costs)
    counting.add(since)
    const before = views
    try {
      if (joined) await lookAmong(joined, since, before)
      else show([{ read: costsOf(await readRisks(db)), since, among: undefined }])
    } catch (error) {
      counting.delete(since)
      views = before
      throw error
    }
  }
  const lookAmong = async (
    { seat, readBounds }: NonNullable<typeof joined>,
    since: Costs,
    before: readonly View[],
  ) => {
    const bounds = await readBounds()
    await seat.look(async (tx, others) => {
      const read = costsOf(await readRisks(tx))
      const among = { read, others, bounds }
      views = [...before, { read, since, among: others.length > 0 ? among : undefined }]
      return reservedBy(among, since)
    })
    show(views.slice(-1))
    isCutOff = false
  }
  // One after the other: what the last one kept is what holds.
  let turn = Promise.resolve()
  const lookInTurn = () => (turn = turn.catch(() => {}).then(look))
  let refresh = cachedRead(ageMs, lookInTurn)
  const lookAgain = () => {
    refresh = cachedRead(ageMs, lookInTurn)
    return refresh('all')
  }
  const leftOf = (
    of: Parameters<typeof roomLeft>[0],
    { read, since, among }: View,
    bounds: ScenarioBounds,
    own: Costs,
  ) => {
    const left = roomLeft(of, [read, since, own], bounds)
    return among ? Math.min(left, shareLeft(of, among, [since, own])) : left
  }

  return {
    /** Works it out anew where the last time was long ago. */
    refresh: (): Promise<void> => refresh('all'),
    /** How much more a match may cost, with what a list that is being decided has taken so far. */
    left: (of: Parameters<typeof roomLeft>[0], bounds: ScenarioBounds, own: Costs = noCosts()): number =>
      isCutOff ? 0 : Math.min(...views.map((view) => leftOf(of, view, bounds, own))),
    take: (): Taking => {
      const taken = noCosts()
      writing.add(taken)
      return {
        set: (costs) => {
          const before = noCosts()
          addCosts(before, taken)
          for (const sums of [...counting, taken]) {
            addCosts(sums, before, -1)
            addCosts(sums, costs)
          }
        },
        end: () => void writing.delete(taken),
      }
    },
    /** From now on the bounds are kept together with all other servers that have joined. */
    join: ({ log, patienceMs, readBounds }: Joining): Pick<Job, 'stop'> => {
      const lost = () => {
        isCutOff = true
        refresh = cachedRead(ageMs, lookInTurn)
      }
      const seat = takeSeat(db, { log, patienceMs, lookAgain, lost })
      joined = { seat, readBounds }
      lost()
      return seat
    },
  }
}
