-- Finds the few accounts of debt among all others. Not by their balance: an index that looks at balances would cost every
-- change of one its update in place.
create index ledger_account_of_debt on ledger_account (player_id) where kind = 'debt';
