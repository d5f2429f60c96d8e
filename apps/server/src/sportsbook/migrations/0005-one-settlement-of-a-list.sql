-- Bets of one list could each be given an id of their own, of which only the first has its row here. They were settled
-- at the moment of their transaction, as that row was.
update sportsbook_bet bet
   set settlement_id = settlement.id
  from sportsbook_settlement settlement
 where settlement.settled_at = bet.settled_at
   and not exists (select from sportsbook_settlement own where own.id = bet.settlement_id);
