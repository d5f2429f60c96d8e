import type { Tx } from '../../platform/db/index.ts'

/** A new version for each fixture that changed; `stopped` is null where the stop stays as it is. Answers whose stop it lifted. */
export const bumpVersions = (
  tx: Tx,
  fixtureIds: readonly number[],
  stopped: readonly (boolean | null)[],
) => tx<{ id: number; isReopened: boolean }[]>`
  update sportsbook_fixture fixture
     set version = fixture.version + 1, is_stopped = coalesce(row.stopped, fixture.is_stopped)
    from (select row.id, row.stopped, before.is_stopped
            from unnest(${fixtureIds}::bigint[], ${stopped}::boolean[]) as row (id, stopped)
            join sportsbook_fixture before on before.id = row.id) as row
   where fixture.id = row.id
  returning fixture.id, row.is_stopped and not fixture.is_stopped as "isReopened"`

export type MarketChange = {
  fixtureId: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}

/**
 * What this transaction changed of these fixtures: the markets whose row it wrote, or one of whose outcomes; those of
 * them that it made; and of fixtures whose stop it lifted every open market, which all were locked until now. Told by the rows' own `xmin`, so that no statement that writes markets can be forgotten here.
 * The lists go out as float8, which is read as numbers; lists of bigint would be read as texts.
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
