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
  type BookSnapshot,
  noCosts,
  reservedBy,
  headroomCents,
  type ScenarioBounds,
  shareOfHeadroomCents,
} from './headroom-rules.ts'
import { type Membership, joinServers } from './share-headroom.ts'

/** What a list of bets may cost, from the decision until it is written. */
export type Reservation = {
  /** Replaces the earlier costs of the list: a retried list is decided again. */
  set: (costs: Costs) => void
  end: () => void
}

export type ExposureHeadroom = ReturnType<typeof openExposureHeadroom>

/** Every match with open bets in its worst scenario. */
export const readRisks = async (sql: Sql): Promise<FixtureRisk[]> =>
  fixtureRisks(await selectOpenOutcomes(sql))

/** The costs of the book as read, and what this server accepted since. `among` is set when other servers share the headroom. */
type View = { read: Costs; since: Costs; among: BookSnapshot | undefined }

type Joining = { log: Log; patienceMs: number; readBounds: () => Promise<ScenarioBounds> }

/**
 * Exposure headroom: what is left of the bounds of matches, competitions, sports and the book. Computed from all open bets
 * every few seconds, without a lock; bets that this server accepted since are subtracted at once. A list that was not yet
 * written when a refresh began may be missing in it, so it stays subtracted. A server that has joined others uses no more
 * than its share (docs/decisions/0057).
 */
export function openExposureHeadroom(db: Db, ageMs: number) {
  /** More than one while a share is being stored: a bet must fit all of them. */
  let views: readonly View[] = [{ read: noCosts(), since: noCosts(), among: undefined }]
  /** The sums that a list is added to: since each view, and since the refresh in flight. */
  const counting = new Set(views.map(({ since }) => since))
  const writing = new Set<Costs>()
  let joined: { membership: Membership; readBounds: Joining['readBounds'] } | undefined
  let isCutOff = false

  const show = (next: readonly View[]) => {
    for (const { since } of views) if (!next.some((view) => view.since === since)) counting.delete(since)
    views = next
  }
  const refreshOnce = async (): Promise<void> => {
    const since = noCosts()
    for (const costs of writing) addCosts(since, costs)
    counting.add(since)
    const before = views
    try {
      if (joined) await refreshAmongServers(joined, since, before)
      else show([{ read: costsOf(await readRisks(db)), since, among: undefined }])
    } catch (error) {
      counting.delete(since)
      views = before
      throw error
    }
  }
  const refreshAmongServers = async (
    { membership, readBounds }: NonNullable<typeof joined>,
    since: Costs,
    before: readonly View[],
  ) => {
    const bounds = await readBounds()
    await membership.refresh(async (tx, others) => {
      const read = costsOf(await readRisks(tx))
      const among = { read, others, bounds }
      views = [...before, { read, since, among: others.length > 0 ? among : undefined }]
      return reservedBy(among, since)
    })
    show(views.slice(-1))
    isCutOff = false
  }
  // One refresh at a time: the share that was stored last is the one in force.
  let turn = Promise.resolve()
  const refreshInTurn = () => (turn = turn.catch(() => {}).then(refreshOnce))
  let refresh = cachedRead(ageMs, refreshInTurn)
  const refreshNow = () => {
    refresh = cachedRead(ageMs, refreshInTurn)
    return refresh('all')
  }
  const leftOf = (
    of: Parameters<typeof headroomCents>[0],
    { read, since, among }: View,
    bounds: ScenarioBounds,
    own: Costs,
  ) => {
    const left = headroomCents(of, [read, since, own], bounds)
    return among ? Math.min(left, shareOfHeadroomCents(of, among, [since, own])) : left
  }

  return {
    /** Recomputes the headroom if the last result is older than `ageMs`. */
    refresh: (): Promise<void> => refresh('all'),
    /** How many cents more a match may cost, after the costs that the list being decided has accepted so far (`own`). */
    left: (of: Parameters<typeof headroomCents>[0], bounds: ScenarioBounds, own: Costs = noCosts()): number =>
      isCutOff ? 0 : Math.min(...views.map((view) => leftOf(of, view, bounds, own))),
    reserve: (): Reservation => {
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
    /** From now on this server shares the bounds with all other servers that have joined. */
    join: ({ log, patienceMs, readBounds }: Joining): Pick<Job, 'stop'> => {
      const lost = () => {
        isCutOff = true
        refresh = cachedRead(ageMs, refreshInTurn)
      }
      const membership = joinServers(db, { log, patienceMs, refreshNow, lost })
      joined = { membership, readBounds }
      lost()
      return membership
    },
  }
}
