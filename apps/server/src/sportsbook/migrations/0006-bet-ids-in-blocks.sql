-- Ids of bets are drawn a block of 1024 at a time, one number for each list, as those of rounds are.
alter sequence sportsbook_bet_id_seq increment by 1024;
