import type { Tx } from '../../platform/db/index.ts'
import type { StopBy } from './messages.ts'

/** A list's effect on all markets of a fixture: the owner of a stop, or that all were named; null for none. */
export type StopChange = StopBy | 'lifted' | null

/**
 * A new version for each changed fixture. A stop is this one row: every market named before it is stopped. Of an
 * existing and a new stop the stronger stays: the live producer's, then the feed's, then the pre-match producer's.
 * Returns whose stop was lifted completely.
 */
export const bumpVersions = (tx: Tx, fixtureIds: readonly number[], stops: readonly StopChange[]) => tx<
  { id: number; isReopened: boolean }[]
>`
  update sportsbook_fixture fixture
     set version = fixture.version + 1,
         stopped_version = case when row.stop = 'lifted' then null
                                when row.is_new then fixture.version + 1
                                else fixture.stopped_version end,
         stopped_by = case when row.stop = 'lifted' then null
                           when not row.is_new then fixture.stopped_by
                           when 'live' in (row.stop, fixture.stopped_by) then 'live'
                           when 'feed' in (row.stop, fixture.stopped_by) then 'feed'
                           else row.stop end
    from (select row.id, row.stop, before.stopped_version,
                 coalesce(row.stop in ('live', 'feed')
                          or (row.stop = 'pre_match' and before.stopped_by is distinct from 'live'), false) as is_new
            from unnest(${fixtureIds}::bigint[], ${stops}::text[]) as row (id, stop)
            join sportsbook_fixture before on before.id = row.id) as row
   where fixture.id = row.id
  returning fixture.id, row.stopped_version is not null and fixture.stopped_version is null as "isReopened"`

export type MarketChange = {
  fixtureId: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}

/**
 * What this transaction changed of these fixtures: the markets whose row, or one of whose outcomes, it wrote; those
 * it created; and for fixtures whose stop it lifted completely, every open market, since all were locked until now.
 * Found by the rows' own `xmin`, so that no statement that writes markets can be forgotten here. The lists are
 * returned as float8, which is read as numbers; bigint lists would be read as text.
 */
export const selectChanges = (
  tx: Tx,
  fixtureIds: readonly number[],
  reopenedIds: readonly number[] = [],
) => tx<MarketChange[]>`
  select fixture.id as "fixtureId", fixture.version,
         coalesce(changed.ids, '{}')::float8[] as "marketIds",
         coalesce(changed.new_ids, '{}')::float8[] as "newMarketIds"
    from sportsbook_fixture fixture
    left join lateral (
      select array_agg(market.id order by market.id) as ids,
             array_agg(market.id order by market.id) filter (where outcome.is_new) as new_ids
        from sportsbook_market market
       cross join lateral (
         select bool_or(outcome.xmin = pg_current_xact_id()::xid) as is_changed,
                bool_and(outcome.xmin = pg_current_xact_id()::xid and outcome.version = 1) as is_new
           from sportsbook_outcome outcome where outcome.market_id = market.id) outcome
       where market.fixture_id = fixture.id and market.selections is null
         and (market.xmin = pg_current_xact_id()::xid or outcome.is_changed
              or (market.status = 'open' and fixture.id = any(${reopenedIds}::bigint[])))) changed on true
   where fixture.id = any(${fixtureIds}::bigint[])
   order by fixture.id`
