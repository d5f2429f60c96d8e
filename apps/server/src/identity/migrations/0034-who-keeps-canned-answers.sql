-- Who may do everything may keep the canned answers of the support chat, too. Others get it as a single permission, or by a next
-- version of their role: what stands there goes out in the words of the house.
-- accepted: roles and operators are a handful, and only their own calls write their rows.
insert into identity_role_version (role, version, permissions, base_version, approved_at)
select role, latest.version + 1, held.permissions || array['support.manage'], held.version, now()
  from (select role, max(version) as version from identity_role_version group by role) as latest
  join lateral (
       select version, permissions from identity_role_version as approved
        where approved.role = latest.role and approved_at is not null
        order by version desc limit 1) as held (version, permissions) on true
 where role = 'admin' and 'support.manage' <> all (held.permissions);

-- Those who have this role, and those who had every permission of before beside their roles: otherwise nobody could grant it.
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = permissions || array['support.manage']
 where 'admin' = any (roles) and 'support.manage' <> all (permissions);
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = case when 'support.manage' = any (permissions) then permissions
                          else permissions || array['support.manage'] end,
       single_permissions = case when coalesce('support.manage' = any (single_permissions), true) then single_permissions
                                 else single_permissions || array['support.manage'] end
 where coalesce(single_permissions, permissions) @> array[
         'settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read', 'players.read', 'players.correct',
         'players.flag', 'players.bound', 'players.suspend', 'bets.read', 'bets.review', 'rounds.read', 'prices.keep', 'markets.suspend',
         'markets.settle', 'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give', 'studios.read', 'studios.manage',
         'withdrawals.review', 'topups.giveBack', 'books.read', 'books.settle', 'bank.ask', 'addresses.deny', 'support.answer',
         'rewards.decide', 'harm.decide', 'reports.read', 'reports.make', 'identities.check', 'system.read', 'operators.manage'];
