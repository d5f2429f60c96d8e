-- Rules of rewards that an operator plans and another one approves: rows for the table of their kind, from a day on and, where
-- it ends, until another on which what held before holds again.
create table rewards_plan (
  id bigint generated always as identity primary key,
  request_id text not null unique,
  kind text not null check (kind in ('check_in', 'ladder', 'commission')),
  -- Each with its place, the goal it asks for, and what it brings.
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  starts_on date not null,
  ends_on date check (ends_on > starts_on),
  reason text not null check (reason <> ''),
  proposed_by bigint not null,
  proposed_at timestamptz not null default now(),
  approved_by bigint,
  approved_at timestamptz,
  -- An open plan that was rejected, or an approved one that was stopped.
  ended_by bigint,
  ended_at timestamptz,
  constraint rewards_plan_four_eyes check (approved_by <> proposed_by),
  constraint rewards_plan_approval_is_whole check ((approved_by is null) = (approved_at is null)),
  constraint rewards_plan_end_is_whole check ((ended_by is null) = (ended_at is null))
);
grant update (approved_by, approved_at, ended_by, ended_at) on rewards_plan to palpite_app;

create function rewards_keep_plan() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or (old.approved_at is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at))
    or (new.id, new.request_id, new.kind, new.rules, new.starts_on, new.ends_on, new.reason, new.proposed_by, new.proposed_at)
      is distinct from
       (old.id, old.request_id, old.kind, old.rules, old.starts_on, old.ends_on, old.reason, old.proposed_by, old.proposed_at)
  then
    raise exception 'what was planned stays, and is decided once';
  end if;
  return new;
end $$;
create trigger rewards_plan_stays before update or delete on rewards_plan
  for each row execute function rewards_keep_plan();

-- A rule whose day has come stays for ever; one that is still to come goes when its plan is stopped.
create function rewards_keep_rule() returns trigger language plpgsql as $$
begin
  if old.starts_on <= (now() at time zone 'America/Sao_Paulo')::date then
    raise exception 'a rule whose day has come is never removed';
  end if;
  return old;
end $$;
create trigger rewards_check_in_prize_stays before delete on rewards_check_in_prize
  for each row execute function rewards_keep_rule();
create trigger rewards_ladder_step_stays before delete on rewards_ladder_step
  for each row execute function rewards_keep_rule();
create trigger rewards_commission_rate_stays before delete on rewards_commission_rate
  for each row execute function rewards_keep_rule();
grant delete on rewards_check_in_prize, rewards_ladder_step, rewards_commission_rate to palpite_app;
