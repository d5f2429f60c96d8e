-- Discounts of packages, and activities, are planned as other rules are. They were no kinds before: a server of the version before
-- approves no plan of them.
-- accepted: some hundred plans, each checked in a moment.
alter table rewards_plan drop constraint rewards_plan_kind_check,
  add constraint rewards_plan_kind_check
    check (kind in ('check_in', 'ladder', 'commission', 'packages', 'discounts', 'vip', 'activity'));
-- What an activity counts, for whom, its picture and its texts; its steps are the rules of the plan.
alter table rewards_plan add column activity jsonb;
-- accepted: some hundred plans, each checked in a moment.
alter table rewards_plan add constraint rewards_plan_activity_is_whole
  check ((activity is not null) = (kind = 'activity') and (activity is null or ends_on is not null));

-- A planned activity goes while it is still to come, and may end earlier than it was planned, never in the past.
create function rewards_keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.starts_at <= now() then
    raise exception 'an activity whose day has come is never removed';
  end if;
  if tg_op = 'UPDATE' and (new.ends_at > old.ends_at or new.ends_at <= now()) then
    raise exception 'an activity ends no later than it said, and not before now';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger rewards_activity_stays before update or delete on rewards_activity
  for each row execute function rewards_keep_activity();
create function rewards_keep_activity_step() returns trigger language plpgsql as $$
begin
  if exists (select from rewards_activity where id = old.activity_id and starts_at <= now()) then
    raise exception 'a step of an activity whose day has come is never removed';
  end if;
  return old;
end $$;
create trigger rewards_activity_step_stays before delete on rewards_activity_step
  for each row execute function rewards_keep_activity_step();
grant delete on rewards_activity, rewards_activity_step to palpite_app;
grant update (ends_at) on rewards_activity to palpite_app;
