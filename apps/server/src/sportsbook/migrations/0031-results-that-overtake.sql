-- When the newest rollback of the market's result was sent, by the feed's clock. A confirmed result sent before it was taken back;
-- one sent after it, and before the result that stands, contradicts that one.
alter table sportsbook_market add column reopened_sent_at timestamptz;

-- A confirmed result that contradicts the one that stands, and was sent after it: its rollback may still be under way. The newest
-- one of a market; the rollback applies it. No foreign key: creating one would lock the markets.
create table sportsbook_overtaking_result (
  market_id bigint primary key,
  sent_at timestamptz not null,
  -- Of each outcome, by its code, the parts of a stake: `{"code", "won", "refunded", "of"}`.
  results jsonb not null check (jsonb_typeof(results) = 'array')
);
grant update, delete on sportsbook_overtaking_result to palpite_app;
