import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Session, Tx } from '../../platform/db/index.ts'
import { Busy } from '../../platform/fault.ts'
import type { Log } from '../../platform/log.ts'
import type { Job } from '../../platform/schedule.ts'
import type { Reserved } from './rooms.ts'
import { deleteShare, lockShares, selectOtherShares, notifyServers, upsertShare } from './share-queries.ts'

/** Where servers tell one another that one came or went. */
const CHANNEL = 'sportsbook_rooms'

/** How often a server that comes looks again for the others to count it, and how long it waits each time to be told. */
const ARRIVALS = 10
const ARRIVAL_MS = 200

type Options = {
  log: Log
  /** How long a look waits until this server hears of the others. */
  patienceMs: number
  /** Looks at the book again, because another server came or went. */
  lookAgain: () => Promise<void>
  /** This server does not hear of the others any more: they may take what it had left. */
  lost: () => void
}

/** This server's place among those that take bets, which share the room that bounds leave. */
export type Seat = Pick<Job, 'stop'> & {
  /** Looks at what the others have reserved, and reserves what `reserve` makes of it; one server after the other. */
  look: (reserve: (tx: Tx, others: readonly Reserved[]) => Promise<Reserved>) => Promise<void>
}

/**
 * Takes a place among the servers that take bets. It is held by the connection on which this server hears of the others:
 * where that is lost, they take what it had left, and it looks anew before it takes more.
 */
export function takeSeat(db: Db, { log, patienceMs, lookAgain, lost }: Options): Seat {
  const server = randomUUID()
  let hearing = Promise.withResolvers<Session>()
  let current: Session | undefined
  /** Among how many servers what is kept of this one shares. */
  let kept: number | undefined
  let isStopped = false
  const looks = new Set<Promise<unknown>>()
  const again = async () => {
    if (isStopped) return
    await lookAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'what the servers share was not looked at'),
    )
  }
  let told = Promise.withResolvers<void>()
  const subscription = db.listen(CHANNEL, {
    onMessage: (other) => {
      if (other === server) return
      told.resolve()
      told = Promise.withResolvers<void>()
      void again()
    },
    onHearing: (session) => {
      kept = undefined
      if (current) hearing = Promise.withResolvers<Session>()
      current = session
      if (!session) return lost()
      hearing.resolve(session)
      void again()
    },
  })
  const lookOnce = async (session: Session, reserve: Parameters<Seat['look']>[0]) => {
    if (isStopped) throw new Busy('this server has given its place back')
    const look = db.begin(async (tx) => {
      await lockShares(tx)
      const others = await selectOtherShares(tx, server)
      const reserved = await reserve(tx, others)
      const isCounted = others.every(({ servers }) => servers > others.length)
      if (reserved.servers === 1 && kept === 1) return { servers: 1, isCounted }
      await upsertShare(tx, { server, session, reserved })
      if (reserved.servers !== kept) await notifyServers(tx, CHANNEL, server)
      return { servers: reserved.servers, isCounted }
    })
    looks.add(look)
    const looked = await look.finally(() => looks.delete(look))
    // Kept under a session that is gone meanwhile, it is nobody's: the others may take it.
    if (current !== session) throw new Busy('this server does not hear of the others any more')
    kept = looked.servers
    return looked.isCounted
  }
  return {
    look: async (reserve) => {
      const session = await within(hearing.promise, patienceMs)
      const isNew = kept === undefined
      for (let nth = 0; nth < ARRIVALS; nth += 1) {
        const hasChanged = told.promise
        // Others who do not count this server yet have left it nothing: they are about to look again.
        if ((await lookOnce(session, reserve)) || !isNew) return
        await Promise.race([hasChanged, sleep(ARRIVAL_MS)])
      }
    },
    stop: async () => {
      isStopped = true
      await subscription.stop()
      await Promise.allSettled(looks) // one under way would write its share again after it was given back
      // Where this fails the others see that the session is gone.
      await db
        .begin(async (tx) => {
          await deleteShare(tx, server)
          await notifyServers(tx, CHANNEL, server)
        })
        .catch((error: unknown) => log.warn({ err: error }, 'the share of this server was not given back'))
    },
  }
}

async function within<Answer>(promise: Promise<Answer>, ms: number): Promise<Answer> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Busy('the other servers that take bets are not heard of')
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    done.abort()
  }
}
