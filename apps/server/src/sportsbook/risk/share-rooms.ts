import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Session, Tx } from '../../platform/db/index.ts'
import { Busy } from '../../platform/fault.ts'
import type { Log } from '../../platform/log.ts'
import type { Job } from '../../platform/schedule.ts'
import type { Reserved } from './rooms.ts'
import { deleteShare, lockShares, selectOtherShares, tellServers, upsertShare } from './share-queries.ts'

/** Where servers tell one another that one came or went. */
const CHANNEL = 'sportsbook_rooms'

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
  let isHearing = false
  /** Among how many servers what is kept of this one shares. */
  let kept: number | undefined
  const again = () =>
    lookAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'what the servers share was not looked at'),
    )
  const subscription = db.listen(CHANNEL, {
    onMessage: (other) => other !== server && void again(),
    onHearing: (session) => {
      kept = undefined
      if (isHearing) hearing = Promise.withResolvers<Session>()
      isHearing = session !== undefined
      if (!session) return lost()
      hearing.resolve(session)
      void again()
    },
  })
  return {
    look: async (reserve) => {
      const session = await within(hearing.promise, patienceMs)
      const servers = await db.begin(async (tx) => {
        await lockShares(tx)
        const others = await selectOtherShares(tx, server)
        const reserved = await reserve(tx, others)
        if (reserved.servers === 1 && kept === 1) return 1
        await upsertShare(tx, { server, session, reserved })
        if (reserved.servers !== kept) await tellServers(tx, CHANNEL, server)
        return reserved.servers
      })
      kept = servers
    },
    stop: async () => {
      await subscription.stop()
      // Where this fails the others see that the session is gone.
      await db
        .begin(async (tx) => {
          await deleteShare(tx, server)
          await tellServers(tx, CHANNEL, server)
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
