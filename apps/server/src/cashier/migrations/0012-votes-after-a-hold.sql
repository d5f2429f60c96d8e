-- How often a suspension held this withdrawal. What operators decided before it last was does not count any more: they decide anew, so
-- the same operator may approve once in each. Both columns are 0 for all rows that exist, which rewrites no table.
alter table cashier_withdrawal add column times_held int not null default 0 check (times_held >= 0);
grant update (times_held) on cashier_withdrawal to palpite_app;
alter table cashier_withdrawal_review
  add column times_held int not null default 0 check (times_held >= 0),
  drop constraint cashier_withdrawal_review_pkey,
  add primary key (withdrawal_id, operator_id, outcome, times_held);
