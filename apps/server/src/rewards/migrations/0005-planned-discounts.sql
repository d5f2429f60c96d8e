-- Discounts of packages are planned as packages are. They were none before: a server of the version before approves no plan of them.
-- accepted: some hundred plans, each checked in a moment.
alter table rewards_plan drop constraint rewards_plan_kind_check,
  add constraint rewards_plan_kind_check
    check (kind in ('check_in', 'ladder', 'commission', 'packages', 'discounts', 'vip'));
