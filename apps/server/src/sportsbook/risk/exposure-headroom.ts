import type { Db, Sql, Session, Tx } from '../../platform/db/index.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import type { Log } from '../../platform/log.ts'
import type { Job } from '../../platform/schedule.ts'
import {
  selectOpenOutcomes,
  deleteShare,
  lockShares,
  selectOtherShares,
  notifyServers,
  upsertShare,
} from './queries.ts'
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
  limitsAt,
  type ScenarioBounds,
  shareOfHeadroomCents,
  type Reserved,
} from './headroom-rules.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Busy } from '../../platform/errors.ts'
import { readFixtures } from '../catalogue/read-catalogue.ts'

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
      const among = { read, others, bounds, limitsBps: limitsAt(read, since) }
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
      const reserved = noCosts()
      writing.add(reserved)
      return {
        set: (costs) => {
          const before = noCosts()
          addCosts(before, reserved)
          for (const sums of [...counting, reserved]) {
            addCosts(sums, before, -1)
            addCosts(sums, costs)
          }
        },
        end: () => void writing.delete(reserved),
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

/**
 * Channel on which a server announces that it joined or left, and a command that limits changed. Named as it was released:
 * older servers listen to it.
 */
const CHANNEL = 'sportsbook_rooms'

/**
 * Once this transaction commits, every server that accepts bets computes its headroom again: an idle one would go on holding
 * what it reserved under earlier limits.
 */
export const announceLimits = (tx: Tx) => notifyServers(tx, CHANNEL, 'limits')

/** How often a joining server retries until the others count it, and how long it waits for an announcement each time. */
const JOIN_TRIES = 10
const JOIN_WAIT_MS = 200

type Options = {
  log: Log
  /** How long a refresh waits for the connection on which the other servers announce themselves. */
  patienceMs: number
  /** Reads the book again, because another server joined or left. */
  refreshNow: () => Promise<void>
  /** Called when the connection to the other servers is lost: they may reserve what this server had left. */
  lost: () => void
}

/** This server as one of those that accept bets and share the exposure headroom. */
type Membership = Pick<Job, 'stop'> & {
  /** Reads what the other servers reserved, and reserves what `reserve` returns; one server at a time. */
  refresh: (reserve: (tx: Tx, others: readonly Reserved[]) => Promise<Reserved>) => Promise<void>
}

/**
 * Joins the servers that accept bets. The membership lasts as long as the connection on which this server listens to the
 * others: when that is lost, they may reserve what it had left, and it must refresh before it accepts more.
 */
function joinServers(db: Db, { log, patienceMs, refreshNow, lost }: Options): Membership {
  const server = randomUUID()
  let hearing = Promise.withResolvers<Session>()
  let current: Session | undefined
  /** The number of servers that this server's stored share was computed for. */
  let sharedAmong: number | undefined
  let isStopped = false
  const running = new Set<Promise<unknown>>()
  const again = async () => {
    if (isStopped) return
    await refreshNow().catch((error: unknown) =>
      log.warn({ err: error }, 'the headroom shared by the servers was not refreshed'),
    )
  }
  let announced = Promise.withResolvers<void>()
  const subscription = db.listen(CHANNEL, {
    onMessage: (other) => {
      if (other === server) return
      announced.resolve()
      announced = Promise.withResolvers<void>()
      void again()
    },
    onSession: (session) => {
      sharedAmong = undefined
      if (current) hearing = Promise.withResolvers<Session>()
      current = session
      if (!session) return lost()
      hearing.resolve(session)
      void again()
    },
  })
  const reserveOnce = async (session: Session, reserve: Parameters<Membership['refresh']>[0]) => {
    if (isStopped) throw new Busy('this server has left the servers that accept bets')
    const reserving = db.begin(async (tx) => {
      await lockShares(tx)
      const others = await selectOtherShares(tx, server)
      const reserved = await reserve(tx, others)
      const isCounted = others.every(({ servers }) => servers > others.length)
      if (reserved.servers === 1 && sharedAmong === 1) return { servers: 1, isCounted }
      await upsertShare(tx, { server, session, reserved })
      if (reserved.servers !== sharedAmong) await notifyServers(tx, CHANNEL, server)
      return { servers: reserved.servers, isCounted }
    })
    running.add(reserving)
    const reservation = await reserving.finally(() => running.delete(reserving))
    // Stored under a session that ended meanwhile, the share belongs to nobody: the others may reserve it.
    if (current !== session) throw new Busy('the connection to the other servers that accept bets is lost')
    sharedAmong = reservation.servers
    return reservation.isCounted
  }
  return {
    refresh: async (reserve) => {
      const session = await within(hearing.promise, patienceMs)
      const isNew = sharedAmong === undefined
      for (let nth = 0; nth < JOIN_TRIES; nth += 1) {
        const hasChanged = announced.promise
        // Servers that do not count this one yet leave it no headroom: they are about to refresh.
        if ((await reserveOnce(session, reserve)) || !isNew) return
        await Promise.race([hasChanged, sleep(JOIN_WAIT_MS)])
      }
    },
    stop: async () => {
      isStopped = true
      await subscription.stop()
      await Promise.allSettled(running) // one in flight would write its share again after it was deleted
      // Where this fails the others see that the session is gone.
      await db
        .begin(async (tx) => {
          await deleteShare(tx, server)
          await notifyServers(tx, CHANNEL, server)
        })
        .catch((error: unknown) => log.warn({ err: error }, 'the share of this server was not deleted'))
    },
  }
}

async function within<Answer>(promise: Promise<Answer>, ms: number): Promise<Answer> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Busy('no connection to the other servers that accept bets')
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    done.abort()
  }
}

/**
 * The matches with the highest worst-case cost, each with its worst ending and its remaining headroom by the tightest
 * limit; and the possible cost of the whole book. Costliest first.
 */
export async function readWorst(sql: Sql, bounds: ScenarioBounds, max: number) {
  const risks = await readRisks(sql)
  const costs = costsOf(risks)
  const dearest = risks.toSorted((one, other) => other.costCents - one.costCents).slice(0, max)
  const fixtures = await readFixtures(
    sql,
    dearest.map(({ fixtureId }) => fixtureId),
    'none',
  )
  const shown = new Map(fixtures.map((fixture) => [fixture.fixtureId, fixture]))
  return {
    book: { costCents: costs.book, maxCents: bounds.maxScenarioCents.book },
    matches: dearest.flatMap((risk) => {
      const fixture = shown.get(String(risk.fixtureId))
      if (!fixture) return []
      const { sport, title, home, away, competition, startsAt, matchStatus } = fixture
      const leftCents = headroomCents(risk, [costs], bounds)
      return [{ ...risk, sport, leftCents, title, home, away, competition, startsAt, matchStatus }]
    }),
  }
}
