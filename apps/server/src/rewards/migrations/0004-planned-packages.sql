-- Packages and awards of the VIP table are planned as other rules are.
-- As which kind a plan was written when it was approved. A server of the version before does not know the kinds that are new
-- here, and would write their rules as rates of commission: it is refused.
alter table rewards_plan add column written_as text;
grant update (written_as) on rewards_plan to palpite_app;
-- accepted: some hundred plans, each checked in a moment.
alter table rewards_plan add constraint rewards_plan_is_written_as_its_kind
  check (approved_at is null or kind in ('check_in', 'ladder', 'commission') or coalesce(written_as = kind, false));
-- accepted: some hundred plans, each checked in a moment.
alter table rewards_plan drop constraint rewards_plan_kind_check,
  add constraint rewards_plan_kind_check check (kind in ('check_in', 'ladder', 'commission', 'packages', 'vip'));
create trigger rewards_vip_level_stays before delete on rewards_vip_level
  for each row execute function rewards_keep_rule();
grant delete on rewards_vip_level to palpite_app;
