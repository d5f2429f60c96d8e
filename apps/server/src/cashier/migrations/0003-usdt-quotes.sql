-- From when a rate is: a source that goes on saying yesterday's rate quotes nothing.
alter table cashier_usdt_quote add column rate_at timestamptz;
update cashier_usdt_quote set rate_at = quoted_at;
alter table cashier_usdt_quote alter column rate_at set not null;
alter table cashier_usdt_quote add constraint cashier_usdt_quote_not_ahead check (rate_at <= quoted_at);

-- A rate that a player was shown converts so much and no more; from when it was. Those shown before were shown without a most.
alter table cashier_usdt_topup_rate
  add column rate_at timestamptz,
  add column max_micros bigint not null default 1000000000000000 check (max_micros > 0),
  add column used_micros bigint not null default 0 check (used_micros >= 0);
update cashier_usdt_topup_rate set rate_at = shown_at;
alter table cashier_usdt_topup_rate
  alter column rate_at set not null,
  alter column max_micros drop default,
  add constraint cashier_usdt_topup_rate_not_ahead check (rate_at <= shown_at),
  add constraint cashier_usdt_topup_rate_not_beyond check (used_micros <= max_micros);
grant update (used_micros) on cashier_usdt_topup_rate to palpite_app;

-- What of a transfer was more than the rate it was shown converts, and at which rate that was credited.
alter table cashier_usdt_transfer
  add column rest_micros bigint not null default 0 check (rest_micros >= 0),
  add column rest_rate_e4 int check (rest_rate_e4 > 0),
  -- When it lay deep enough and nobody knew a rate.
  add column sure_at timestamptz,
  add constraint cashier_usdt_transfer_rest_has_rate check ((rest_micros = 0) = (rest_rate_e4 is null)),
  add constraint cashier_usdt_transfer_rest_of_all check (rest_micros <= micros and (rest_micros = 0 or rate_e4 is not null));
grant update (rest_micros, rest_rate_e4, sure_at) on cashier_usdt_transfer to palpite_app;

-- no_rate: nobody knew a rate in time; an operator decides it.
alter table cashier_usdt_transfer drop constraint cashier_usdt_transfer_status_check;
alter table cashier_usdt_transfer add constraint cashier_usdt_transfer_status_check
  check (status in ('seen', 'gone', 'credited', 'taken_back', 'below_min', 'other_token', 'no_rate'));
drop index cashier_usdt_transfer_uncredited;
create index cashier_usdt_transfer_uncredited on cashier_usdt_transfer (transfer_id)
  where status in ('below_min', 'other_token', 'no_rate');
