import type { Side } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { FixtureStateRow } from './queries.ts'

/** About the points of a long match in sets; a match with more moments shows its last ones. */
const MAX_MOMENTS = 400

/** The match states at each event, oldest first. */
export const selectMoments = (sql: Sql, fixtureId: number) => sql<(FixtureStateRow & { version: number })[]>`
  select last.version, competition.sport, last.match_status as "matchStatus", last.clock_period as "clockPeriod",
         last.minute, last.state
    from (select fixture_id, version, match_status, clock_period, minute, state
            from sportsbook_moment where fixture_id = ${fixtureId} order by version desc limit ${MAX_MOMENTS}) last
    join sportsbook_fixture fixture on fixture.id = last.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   order by last.version`

/** The unfinished matches a player follows. */
export const selectFavouriteFixtures = (sql: Sql, playerId: number) => sql<{ id: number }[]>`
  select favourite.fixture_id as id
    from sportsbook_favourite favourite
    join sportsbook_fixture fixture on fixture.id = favourite.fixture_id
   where favourite.player_id = ${playerId} and fixture.match_status >= 0
   order by fixture.starts_at, fixture.id`

/** The sides a player follows. */
export const selectFavouriteTeams = (sql: Sql, playerId: number) => sql<{ sport: string; name: string }[]>`
  select participant.sport, participant.name
    from sportsbook_favourite favourite
    join sportsbook_participant participant on participant.id = favourite.participant_id
   where favourite.player_id = ${playerId}
   order by participant.sport, participant.name`

/**
 * Unfinished matches that are followed, or one of whose sides is: those in play first, then by kick-off. A match not
 * started hours after kick-off is dropped.
 */
export const selectFollowedFixtures = (sql: Sql, playerId: number, limit: number) => sql<{ id: number }[]>`
  with followed as (
    select fixture_id as id from sportsbook_favourite where player_id = ${playerId} and fixture_id is not null
    union
    select entry.fixture_id
      from sportsbook_favourite favourite
      join sportsbook_fixture_participant entry on entry.participant_id = favourite.participant_id
      join sportsbook_fixture fixture on fixture.id = entry.fixture_id and not fixture.is_outright
     where favourite.player_id = ${playerId}
  )
  select fixture.id
    from followed join sportsbook_fixture fixture on fixture.id = followed.id
   where fixture.match_status >= 0 and (fixture.match_status > 0 or fixture.starts_at > now() - interval '4 hours')
   order by fixture.match_status = 0, fixture.starts_at, fixture.id
   limit ${limit}`

/** The sides a player follows, each with its last match. */
export const selectFollowedTeams = (sql: Sql, playerId: number) => sql<
  { sport: string; name: string; fixtureId: number; place: number }[]
>`
  select participant.sport, participant.name, last.fixture_id as "fixtureId", last.place
    from sportsbook_favourite favourite
    join sportsbook_participant participant on participant.id = favourite.participant_id
    join lateral (
      select entry.fixture_id, entry.place
        from sportsbook_fixture_participant entry
        join sportsbook_fixture fixture on fixture.id = entry.fixture_id and not fixture.is_outright
       where entry.participant_id = favourite.participant_id and entry.place in (1, 2)
       order by entry.fixture_id desc limit 1) last on true
   where favourite.player_id = ${playerId}
   order by participant.sport, participant.name`

type Favourite = { playerId: number; fixtureId: number; side: Side | null }

const PLACES: Readonly<Record<Side, number>> = { home: 1, away: 2 }
const placeOf = ({ side }: Favourite): number | null => side && PLACES[side]

/** Follows a match, or one of its sides. No row if it does not exist. */
export const insertFavourite = (tx: Tx, favourite: Favourite) => tx<{ isThere: true }[]>`
  with wanted as (
    select case when ${placeOf(favourite)}::smallint is null then fixture.id end as fixture_id, entry.participant_id
      from sportsbook_fixture fixture
      left join sportsbook_fixture_participant entry
        on entry.fixture_id = fixture.id and entry.place = ${placeOf(favourite)}::smallint
     where fixture.id = ${favourite.fixtureId}
       and (${placeOf(favourite)}::smallint is null
            or (entry.participant_id is not null and not fixture.is_outright))
  ), kept as (
    insert into sportsbook_favourite (player_id, fixture_id, participant_id)
    select ${favourite.playerId}, fixture_id, participant_id from wanted
    on conflict do nothing
  )
  select true as "isThere" from wanted`

/** Stops following it. */
export const deleteFavourite = (sql: Sql, favourite: Favourite) => sql`
  delete from sportsbook_favourite
   where player_id = ${favourite.playerId}
     and case when ${placeOf(favourite)}::smallint is null then fixture_id = ${favourite.fixtureId}
              else participant_id = (select participant_id from sportsbook_fixture_participant
                                      where fixture_id = ${favourite.fixtureId} and place = ${placeOf(favourite)}::smallint)
         end`

/** Deletes a player's oldest favourites beyond this many. */
export const deleteOldFavourites = (tx: Tx, playerId: number, kept: number) => tx`
  delete from sportsbook_favourite
   where ctid in (select ctid from sportsbook_favourite where player_id = ${playerId}
                   order by created_at desc, fixture_id, participant_id offset ${kept})`
