-- Breaks that a player took: a time-out, an exclusion, or a block of one product. None is ever changed or removed, so none can
-- be shortened; a longer one stands beside it.
create table protection_break (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  kind text not null check (kind in ('time_out', 'exclusion', 'block')),
  product text check (product in ('games', 'sports', 'in_play')),
  starts_at timestamptz not null default now(),
  -- Null is for good.
  ends_at timestamptz,
  policy_version text not null,
  check ((kind = 'block') = (product is not null)),
  check (kind <> 'time_out' or ends_at is not null),
  check (ends_at > starts_at)
);
create index protection_break_of_player on protection_break (player_id, id);
create trigger protection_break_stays before update or delete on protection_break
  for each row execute function protection_refuse_change();
