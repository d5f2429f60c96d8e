import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Session, Tx } from '../../platform/db/index.ts'
import { Busy } from '../../platform/fault.ts'
import type { Log } from '../../platform/log.ts'
import type { Job } from '../../platform/schedule.ts'
import type { Reserved } from './headroom-rules.ts'
import { deleteShare, lockShares, selectOtherShares, notifyServers, upsertShare } from './share-queries.ts'

/** Channel on which a server announces that it joined or left. Named as it was released: older servers listen to it. */
const CHANNEL = 'sportsbook_rooms'

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
export type Membership = Pick<Job, 'stop'> & {
  /** Reads what the other servers reserved, and reserves what `reserve` returns; one server at a time. */
  refresh: (reserve: (tx: Tx, others: readonly Reserved[]) => Promise<Reserved>) => Promise<void>
}

/**
 * Joins the servers that accept bets. The membership lasts as long as the connection on which this server listens to the
 * others: when that is lost, they may reserve what it had left, and it must refresh before it accepts more.
 */
export function joinServers(db: Db, { log, patienceMs, refreshNow, lost }: Options): Membership {
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
    onHearing: (session) => {
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
