-- outside of a transaction: commission is paid meanwhile.
-- Held commission by earner and by whose stakes it came from, as operators read it.
drop index concurrently if exists rewards_commission_share_held_pair;
create index concurrently rewards_commission_share_held_pair on rewards_commission_share (earner_id, player_id)
  where status = 'held';
