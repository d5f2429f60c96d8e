-- outside of a transaction: bets are flagged meanwhile.
-- A few open flags beside many closed ones, and one kind of them, newest first.
drop index concurrently if exists sportsbook_bet_mark_by_state;
create index concurrently sportsbook_bet_mark_by_state on sportsbook_bet_mark (status, kind, id);
