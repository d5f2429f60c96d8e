-- The limits that a player set, by kind and period, of the house's calendar (America/Sao_Paulo). Amounts are cents, of bets
-- their number, of session time minutes. The daily loss limit stays in `protection_limit`: servers of the version before read and write it there.
create table protection_own_limit (
  player_id bigint not null,
  kind text not null check (kind in ('deposit', 'loss', 'stake', 'bets', 'time')),
  period text not null check (period in ('day', 'week', 'month')),
  amount bigint check (amount > 0),
  -- A looser limit that waits; null with a start lifts the limit. From its start on the player may say yes to it.
  pending_amount bigint check (pending_amount > 0),
  pending_starts_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (player_id, kind, period),
  constraint protection_own_limit_not_daily_loss check (not (kind = 'loss' and period = 'day')),
  constraint protection_own_limit_pending_has_start check (
    pending_starts_at is not null or pending_amount is null
  ),
  -- Only a looser limit waits: a tighter one must never.
  constraint protection_own_limit_pending_is_looser check (
    pending_starts_at is null
    or (amount is not null and (pending_amount is null or pending_amount > amount))
  )
);
grant update on protection_own_limit to palpite_app;

-- In the version before, a looser daily loss limit held once its wait was over. Those are in force; later ones are confirmed.
-- accepted: such rows are few, and only their own player writes them.
update protection_limit
   set daily_loss_cents = pending_daily_loss_cents, pending_daily_loss_cents = null, pending_starts_at = null
 where pending_starts_at <= now();

-- Which limit was asked for; and whether it is the second yes to a looser one.
alter table protection_limit_change add column kind text not null default 'loss';
alter table protection_limit_change add column period text not null default 'day';
alter table protection_limit_change add column is_confirmation boolean not null default false;

-- For how long a player was active on a day of the house's calendar, whatever the number of devices: a moment counts once.
create table protection_activity (
  player_id bigint not null,
  day date not null,
  active_ms bigint not null check (active_ms >= 0),
  -- Until when the player's activity is counted.
  counted_at timestamptz not null,
  primary key (player_id, day)
) with (fillfactor = 70); -- room for updates in place: once a minute and player
grant update on protection_activity to palpite_app;

-- How often a player wants to be told how long they have been here and what they won or lost. No row, or a null, is never.
create table protection_reality (
  player_id bigint primary key,
  minutes int check (minutes in (15, 30, 60, 120)),
  changed_at timestamptz not null default now()
);
grant update on protection_reality to palpite_app;
