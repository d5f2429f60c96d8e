-- What a player's next round is played with. Its nonce follows from the last round that was played, which nobody can change
-- or remove. The last round of a player who has rotated since is of an earlier pair: ids of a player's rounds grow, because
-- they are drawn while the player's accounts is held.
create view games_seed_in_use as
  select pair.id, pair.player_id, pair.server_seed, pair.server_seed_hash, pair.client_seed, pair.algorithm,
         case when last.seed_pair_id = pair.id then last.nonce + 1 else 0 end as nonce
    from games_seed_pair pair
    left join lateral (
      select seed_pair_id, nonce from games_round where player_id = pair.player_id order by id desc limit 1
    ) as last on true
   where pair.status = 'current';

-- No nonce may be given out again: not where this count and the last round say different things.
do $$
declare
  miscounted text;
begin
  select string_agg(pair.id::text, ', ' order by pair.id) into miscounted
    from games_seed_in_use in_use
    join games_seed_pair pair on pair.id = in_use.id and pair.rounds <> in_use.nonce;
  if miscounted is not null then
    raise exception 'seed pairs % have counted other rounds than were played with them: rotate them first', miscounted;
  end if;
end $$;

-- A count of the rounds in the pair was a second row that every round wrote, and a second truth.
alter table games_seed_pair drop column rounds;
alter table games_seed_pair reset (fillfactor); -- was room for that count
