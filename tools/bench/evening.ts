import { setTimeout as sleep } from 'node:timers/promises'
import { openSeason } from '../../apps/server/src/feeds/index.ts'
import { openSportsbook } from '../../apps/server/src/sportsbook/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import type { OwnApp } from './own-app.ts'

/** A day far ahead: none of its matches starts by itself. */
const FIRST_DAY = 30_000
const DAYS = 3
const OF_A_SPORT = 17
const BEAT_MS = 500

/** The approximate length of a match of each sport in seconds; each is joined somewhere in its middle. */
const SECONDS = {
  american_football: 11_800,
  badminton: 1900,
  baseball: 10_800,
  basketball: 7500,
  boxing: 1500,
  cricket: 11_800,
  football: 6600,
  racing: 130,
  snooker: 8300,
  table_tennis: 1500,
  tennis: 3500,
  volleyball: 5400,
}

/** The cost of an evening of all sports: its share of one processor, and the rows written per second. */
export type Evening = {
  readonly live: number
  readonly processor: number
  readonly fillSeconds: number
  readonly rowsPerSecond: number
  readonly walKbPerSecond: number
}

/**
 * Some 200 matches of twelve sports under way at once, played beat by beat as the server does, as fast as it goes: the
 * processor time of this many seconds of play. The processor time of the database is not included.
 */
export async function measureEvening({ deps, asOwner }: OwnApp, seconds: number): Promise<Evening> {
  const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config) })
  const season = openSeason(deps, sportsbook.readSettings)
  const filling = process.cpuUsage()
  for (let day = 0; day < DAYS; day += 1) await season.addDay(FIRST_DAY + day, 'evening', false)
  const fillSeconds = secondsOf(process.cpuUsage(filling)) / DAYS
  const evening = season.startOf(FIRST_DAY - 1)
  await asOwner(
    (owner) => owner`
      update sportsbook_fixture fixture
         set starts_at = ${evening}::timestamptz - make_interval(secs => length * (0.2 + 0.5 * nth / ${OF_A_SPORT}))
        from (select fixture.id, competition.sport,
                     row_number() over (partition by competition.sport order by fixture.id) as nth
                from sportsbook_fixture fixture
                join sportsbook_competition competition on competition.id = fixture.competition_id
               where fixture.fault is null) as one
        join unnest(${Object.keys(SECONDS)}::text[], ${Object.values(SECONDS)}::float8[]) as row (sport, length)
          on row.sport = one.sport
       where fixture.id = one.id and nth <= ${OF_A_SPORT}`,
  )
  const play = (ms: number) => season.playUntil(new Date(evening.getTime() + ms))
  await play(0)
  const before = await written()
  const from = process.cpuUsage()
  let live = 0
  for (let ms = BEAT_MS; ms <= seconds * 1000; ms += BEAT_MS) live += (await play(ms)) / (seconds * 2)
  const processor = secondsOf(process.cpuUsage(from)) / seconds
  const after = await written()
  return {
    live: Math.round(live),
    processor,
    fillSeconds,
    rowsPerSecond: (after.rows - before.rows) / seconds,
    walKbPerSecond: (after.bytes - before.bytes) / seconds / 1024,
  }

  /** Rows are counted by the database a moment after they were written. */
  async function written(): Promise<{ rows: number; bytes: number }> {
    await sleep(1500)
    const [row] = await asOwner(
      (owner) => owner<{ rows: number; bytes: number }[]>`
        select (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
               pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes
          from pg_stat_database where datname = current_database()`,
    )
    return row ?? { rows: 0, bytes: 0 }
  }
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6
