-- Rounds are counted in their pairs before they are decided: the count itself answers the nonce.
drop function games_require_pairs(bigint, bigint);

-- A trigger that runs before a row is changed locks the row once more, also where it has nothing to say: on every count
-- of rounds. Refusing works as well after.
drop trigger games_seed_pair_keeps on games_seed_pair;
create trigger games_seed_pair_keeps after insert
    or update of player_id, status, server_seed, server_seed_hash, client_seed, algorithm, revealed_at or delete
  on games_seed_pair for each row execute function games_keep_commitment();
