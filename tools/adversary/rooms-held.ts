import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { gameRooms } from '../../packages/contract/src/index.ts'
import { ownerOf } from '../test/database.ts'

const MADE_WITHIN_MS = 20_000

/** Keeps the open rounds of all rooms open for hours: changes to their bets come from an attack. */
export async function keepRoomsOpen({ db }: Deps): Promise<void> {
  await madeInEveryRoom(db)
  await moveRounds(ownerOf(db), '1 hour')
}

/** Waits until every room takes bets: a new server creates their chains first. */
async function madeInEveryRoom(db: Deps['db']): Promise<void> {
  const lateAt = performance.now() + MADE_WITHIN_MS
  for (;;) {
    const rows = await db<{ rooms: number }[]>`
      select count(distinct room) as rooms from games_shared_round
       where status = 'open' and closes_at > clock_timestamp()`
    if (rows[0]?.rooms === gameRooms.length) return
    if (performance.now() > lateAt) throw new Error(`only ${rows[0]?.rooms} rooms take bets`)
    await sleep(50)
  }
}

/** Closes the open round of every room, without a draw for hours: the next bet goes to the next round. */
export async function closeRooms({ db }: Deps): Promise<void> {
  await moveRounds(ownerOf(db), '-1 second')
}

/** Each room's soonest round closes so long from now, and none is drawn for hours. */
async function moveRounds(owner: Deps['db'], closesIn: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Blocks creation of the next rounds, which would use times that change here.
    await tx`lock table games_shared_round`
    await tx`alter table games_shared_round disable trigger user`
    await tx`
      with soonest as (
        select min(id) as id from games_shared_round
         where status = 'open' and closes_at > clock_timestamp() group by room
      )
      update games_shared_round
         set opens_at = now() - interval '1 hour',
             closes_at = now() + case when id in (select id from soonest) then ${closesIn}::text::interval
                                      else interval '3 hours' end,
             draws_at = now() + interval '3 hours', settles_at = now() + interval '3 hours',
             ends_at = now() + interval '3 hours'
       where status = 'open' and closes_at > clock_timestamp()`
    await tx`alter table games_shared_round enable trigger user`
  })
}
