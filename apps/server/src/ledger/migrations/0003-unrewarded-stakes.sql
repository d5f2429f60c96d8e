-- What of the settled stakes earns no game bonus and no commission: bonus money, half of a stake on mines, bets at short odds
-- (docs/maths/bonus.md). It stands beside the settled stakes, in the row that a stake locks and writes anyway. All that was
-- settled before this column earns as it did. A server of the version before neither counts it nor ends its day: readers
-- take no more of it off than was settled.
alter table ledger_account add column unrewarded_cents bigint not null default 0;
alter table ledger_turnover add column unrewarded_cents bigint not null default 0;
grant update (unrewarded_cents) on ledger_account to palpite_app;
