-- Accounts that operators suspended on suspicion (Portaria SPA/MF 1.231/2024), from whom, why and since when; and who lifted it. One of an
-- account is open at a time. A row changes once, when it is lifted, and stays for good.
create table protection_suspension (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  reason text not null check (length(reason) between 10 and 500),
  suspended_by bigint not null,
  -- Of the clock, not of the transaction: it may have waited for the one that lifts, or the other way round.
  suspended_at timestamptz not null default clock_timestamp(),
  lifted_at timestamptz,
  lifted_by bigint,
  lift_reason text check (length(lift_reason) between 10 and 500),
  check ((lifted_at is null) = (lifted_by is null)),
  check ((lifted_at is null) = (lift_reason is null)),
  check (lifted_by <> suspended_by),
  check (lifted_at >= suspended_at)
);
-- Every stake looks here, in the statement that reads limits and breaks: the index holds suspended accounts alone, and is empty mostly.
create unique index protection_suspension_open on protection_suspension (player_id) where lifted_at is null;
create index protection_suspension_of_player on protection_suspension (player_id, id);
grant update (lifted_at, lifted_by, lift_reason) on protection_suspension to palpite_app;

create function protection_keep_suspension() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is null then
    return new;
  end if;
  raise exception 'a suspension is lifted once, and stays';
end $$;
create trigger protection_suspension_stays before update or delete on protection_suspension
  for each row execute function protection_keep_suspension();
