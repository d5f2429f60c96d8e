-- Since when a person's document and face are known to be theirs: by the check or by operators.
alter table identity_player add column documents_checked_at timestamptz;
alter table identity_player add constraint identity_player_checked_documents
  check (documents_checked_at is null or cpf is not null) not valid;

-- accepted: operators are a handful, and only their own calls write their rows.
-- Operators who had every permission of before have the new one, too: otherwise nobody could grant it.
update identity_operator set permissions = permissions || '{identities.check}'
 where permissions @> array[
   'settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read',
   'players.read', 'players.correct', 'players.flag', 'players.bound', 'bets.read', 'bets.review', 'rounds.read',
   'prices.keep', 'markets.suspend', 'markets.settle', 'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give',
   'studios.read', 'studios.manage', 'withdrawals.review', 'topups.giveBack', 'books.read',
   'books.settle', 'addresses.deny', 'support.answer', 'rewards.decide', 'harm.decide', 'operators.manage'
 ] and not 'identities.check' = any(permissions);
