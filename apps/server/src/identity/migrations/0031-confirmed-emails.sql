-- Since when a player's e-mail is known to reach the player: something that was mailed there was used. Null for players who registered
-- before this column and have used nothing since; what they were paid before counts on its own.
alter table identity_player add column email_confirmed_at timestamptz;
