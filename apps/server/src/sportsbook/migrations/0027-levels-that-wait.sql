-- While a match is being played a level is changed or taken away as late as it is set: after the delay. Until then the one
-- before counts. Null with a time: none counts from then on. The version before does not know them: a level that it sets counts
-- from later than what waited here, which then is void; one that is taken away here may still sell at it until it stops.
alter table sportsbook_cash_out_rule
  add column next_level_cents bigint,
  add column next_from timestamptz,
  add constraint sportsbook_cash_out_rule_next
    check (next_level_cents is null or (next_level_cents > 0 and next_from is not null)) not valid;
grant update (next_level_cents, next_from) on sportsbook_cash_out_rule to palpite_app;
