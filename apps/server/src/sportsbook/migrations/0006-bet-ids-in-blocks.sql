-- Ids of bets are drawn a block of 1024 at a time, one number for each list: drawing each one cost as much as writing an index.
alter sequence sportsbook_bet_id_seq increment by 1024;
