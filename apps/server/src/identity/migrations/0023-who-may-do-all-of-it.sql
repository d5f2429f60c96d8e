-- accepted: operators are a handful, and only their own calls write their rows.
-- Operators who had every permission of before have the new ones, too: otherwise nobody could grant them. Three of them came
-- earlier, without a migration that gave them.
update identity_operator
   set permissions = permissions || array(
         select new.name
           from unnest(array['bets.read', 'rounds.read', 'markets.suspend', 'identities.check', 'reports.read',
                             'reports.make', 'bank.ask', 'system.read']) as new (name)
          where new.name <> all (permissions))
 where permissions @> array[
   'settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read',
   'players.read', 'players.correct', 'players.flag', 'players.bound', 'bets.review',
   'prices.keep', 'markets.settle', 'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give',
   'studios.read', 'studios.manage', 'withdrawals.review', 'topups.giveBack', 'books.read',
   'books.settle', 'addresses.deny', 'support.answer', 'rewards.decide', 'harm.decide', 'operators.manage'
 ];
