-- The limits a player set. No row, or a null, is no limit.
create table protection_limit (
  player_id bigint primary key,
  daily_loss_cents bigint check (daily_loss_cents > 0),
  -- A looser limit that waits; null with a start lifts the limit when its time comes.
  pending_daily_loss_cents bigint check (pending_daily_loss_cents > 0),
  pending_starts_at timestamptz,
  changed_at timestamptz not null default now(),
  constraint protection_limit_pending_has_start check (
    pending_starts_at is not null or pending_daily_loss_cents is null
  ),
  -- Only a looser limit waits: a tighter one must never.
  constraint protection_limit_pending_is_looser check (
    pending_starts_at is null
    or (daily_loss_cents is not null
        and (pending_daily_loss_cents is null or pending_daily_loss_cents > daily_loss_cents))
  )
);
grant update on protection_limit to palpite_app;

-- Every wish, kept for good: who asked for what, and from when it held.
create table protection_limit_change (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  before_cents bigint,
  wished_cents bigint,
  asked_at timestamptz not null default now(),
  starts_at timestamptz not null,
  policy_version text not null,
  check (starts_at >= asked_at)
);
create index protection_limit_change_of_player on protection_limit_change (player_id, id);

create function protection_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger protection_limit_change_stays before update or delete on protection_limit_change
  for each row execute function protection_refuse_change();
