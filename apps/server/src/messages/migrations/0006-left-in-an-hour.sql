-- How many messages of a kind were let out to a player in the hour that began then: counted here, because what left and what
-- the player removes is gone.
alter table messages_preference
  add column hour_began_at timestamptz not null default '-infinity',
  add column left_in_hour int not null default 0;
