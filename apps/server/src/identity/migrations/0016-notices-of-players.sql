-- outside of a transaction: whoever is told of something meanwhile does not wait for an index.
-- How often a player was told of a kind of change lately: a thief or a prankster changes a thing back and forth, and each change
-- is mailed.
drop index concurrently if exists identity_secured_notice_of_player;
create index concurrently identity_secured_notice_of_player on identity_secured_notice (player_id, what, noted_at);
