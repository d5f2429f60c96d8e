-- What a feed confirmed stands: only the feed takes it back, or people do.
update sportsbook_market set certainty = null where certainty is not null and status <> 'settled';
alter table sportsbook_market drop constraint sportsbook_market_certainty_check;
alter table sportsbook_market
  add constraint sportsbook_market_certainty check (certainty in ('provisional', 'confirmed', 'operator')),
  -- Whoever opens a market again says that nobody knows any more what became of it.
  add constraint sportsbook_market_certain check (certainty is null or status = 'settled');
comment on column sportsbook_market.certainty is
  'How surely the feed knows what became of a market, or that operators said it; null where our own rules resolve it.';

-- What a bet builder needs, in its order, with what became of it by itself, and whether that was said: then it is so for the
-- builder too.
create or replace function sportsbook_selected(selections bigint[]) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object(
           'outcomeId', outcome.id, 'type', market.type, 'period', market.period,
           'lineQuarters', market.line_quarters, 'side', market.side, 'code', outcome.outcome_code,
           'won', outcome.won, 'refunded', outcome.refunded, 'parts', outcome.parts,
           'isSaid', market.certainty is not null) order by selected.place)
    from unnest(selections) with ordinality as selected (id, place)
    join sportsbook_outcome outcome on outcome.id = selected.id
    join sportsbook_market market on market.id = outcome.market_id
$$;
