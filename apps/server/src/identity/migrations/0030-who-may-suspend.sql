-- Who judges risk or compliance may suspend accounts and lift suspensions, and who may do everything may do that, too.
-- accepted: roles and operators are a handful, and only their own calls write their rows.
insert into identity_role_version (role, version, permissions, base_version, approved_at)
select role, latest.version + 1, held.permissions || array['players.suspend'], held.version, now()
  from (select role, max(version) as version from identity_role_version group by role) as latest
  join lateral (
       select version, permissions from identity_role_version as approved
        where approved.role = latest.role and approved_at is not null
        order by version desc limit 1) as held (version, permissions) on true
 where role in ('risk', 'compliance', 'admin') and 'players.suspend' <> all (held.permissions);

-- Those who have one of these roles, and those who had every permission of before beside their roles: otherwise nobody could grant it.
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = permissions || array['players.suspend']
 where roles && array['risk', 'compliance', 'admin'] and 'players.suspend' <> all (permissions);
-- accepted: operators are a handful, and only their own calls write their rows.
update identity_operator
   set permissions = case when 'players.suspend' = any (permissions) then permissions
                          else permissions || array['players.suspend'] end,
       single_permissions = case when coalesce('players.suspend' = any (single_permissions), true) then single_permissions
                                 else single_permissions || array['players.suspend'] end
 where coalesce(single_permissions, permissions) @> array[
         'settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read', 'players.read', 'players.correct',
         'players.flag', 'players.bound', 'bets.read', 'bets.review', 'rounds.read', 'prices.keep', 'markets.suspend', 'markets.settle',
         'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give', 'studios.read', 'studios.manage', 'withdrawals.review',
         'topups.giveBack', 'books.read', 'books.settle', 'bank.ask', 'addresses.deny', 'support.answer', 'rewards.decide',
         'harm.decide', 'reports.read', 'reports.make', 'identities.check', 'system.read', 'operators.manage'];
