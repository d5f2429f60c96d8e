-- Tries of a mailed code from networks that the player signed in from, apart from those of strangers.
alter table identity_reset add column known_tries smallint not null default 0;
