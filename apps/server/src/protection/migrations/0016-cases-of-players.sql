-- outside of a transaction: the job that finds signs of harm does not wait for an index.
-- The cases of one player, closed ones, too: part of what operators read of a player.
drop index concurrently if exists protection_case_of_player;
create index concurrently protection_case_of_player on protection_case (player_id, id);
