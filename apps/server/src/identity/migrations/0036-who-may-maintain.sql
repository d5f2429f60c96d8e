-- Who may do everything may close parts of the product for maintenance, too; others get it by a version of their role.
-- accepted: roles and operators are a handful, and only their own calls write their rows.
insert into identity_role_version (role, version, permissions, base_version, approved_at)
select role, latest.version + 1, held.permissions || array['system.maintain'], held.version, now()
  from (select role, max(version) as version from identity_role_version group by role) as latest
  join lateral (
       select version, permissions from identity_role_version as approved
        where approved.role = latest.role and approved_at is not null
        order by version desc limit 1) as held (version, permissions) on true
 where role = 'admin' and 'system.maintain' <> all (held.permissions);

-- Those who have the role, and those who had every permission of before beside their roles: otherwise nobody could grant it.
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = permissions || array['system.maintain']
 where roles && array['admin'] and 'system.maintain' <> all (permissions);
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = case when 'system.maintain' = any (permissions) then permissions
                          else permissions || array['system.maintain'] end,
       single_permissions = case when coalesce('system.maintain' = any (single_permissions), true) then single_permissions
                                 else single_permissions || array['system.maintain'] end
 where coalesce(single_permissions, permissions) @> array[
         'settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read', 'players.read', 'players.note',
         'players.correct', 'players.flag', 'players.bound', 'players.suspend', 'bets.read', 'bets.review', 'rounds.read',
         'prices.keep', 'markets.suspend', 'markets.settle', 'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give',
         'studios.read', 'studios.manage', 'withdrawals.review', 'topups.giveBack', 'books.read', 'books.settle', 'bank.ask',
         'addresses.deny', 'support.answer', 'support.manage', 'rewards.decide', 'harm.decide', 'reports.read', 'reports.make',
         'identities.check', 'system.read', 'operators.manage'];
