-- The stakes that ended in a day without counting as settled: void, refunded, rolled back or cashed out, and the insured part
-- of a parlay. The net loss by which signs of harm are found counts them (docs/decisions/0060). The column stands beside the
-- settled stakes, in the row that a stake locks and writes anyway. Days before it count none. A server of the version before
-- neither counts it nor ends its day, so that a day it begins carries the sum of the day before: an offer or a sign comes a
-- day early at most. A bet that such a server made void, and that is corrected to lost later, does not count as a loss.
alter table ledger_account add column ended_unsettled_cents bigint not null default 0;
alter table ledger_turnover add column ended_unsettled_cents bigint not null default 0;
grant update (ended_unsettled_cents) on ledger_account to palpite_app;
