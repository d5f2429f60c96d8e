-- A feed delivers a result, a cancellation or a rollback again: from its queue, by a recovery, or from another producer. Such a
-- message carries the time at which it was first sent, and that time tells it from a newer one. All these times are by the feed's
-- clock; they stay null for feeds that give none.
alter table sportsbook_market
  -- When the newest message was sent that confirmed the result of the market, or reopened it.
  add column result_sent_at timestamptz,
  -- When the newest result seen live was sent.
  add column provisional_sent_at timestamptz;

alter table sportsbook_cancellation add column sent_at timestamptz;
grant update (sent_at) on sportsbook_cancellation to palpite_app;

-- The newest rollback of the cancellations of a market: of one window, or of all if it has no ends. It may arrive before the
-- cancellation that it rolls back. No foreign key, as beside it: creating one would lock the markets.
create table sportsbook_cancellation_rollback (
  market_id bigint not null,
  placed_during tstzrange not null check (not isempty(placed_during)),
  sent_at timestamptz not null,
  primary key (market_id, placed_during)
);
grant update (sent_at) on sportsbook_cancellation_rollback to palpite_app;
