-- How many stakes a player placed in a day: what a limit on the number of bets is held to. It stands beside the running day's
-- turnover, in the row that a stake locks and writes anyway. Days before this column count none.
alter table ledger_account add column bet_count bigint not null default 0;
alter table ledger_turnover add column bet_count bigint not null default 0;
grant update (bet_count) on ledger_account to palpite_app;
