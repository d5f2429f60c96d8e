-- While a match is being played a level is changed or taken away as late as it is set: after the delay. Until then the one
-- before counts. Null with a time: none counts from then on.
alter table sportsbook_cash_out_rule
  add column next_level_cents bigint check (next_level_cents > 0),
  add column next_from timestamptz,
  add check (next_level_cents is null or next_from is not null);
grant update (next_level_cents, next_from) on sportsbook_cash_out_rule to palpite_app;
