-- What a player must have in writing is mailed without being asked for, and also where it was read in the app meanwhile.
alter table messages_delivery add column in_writing boolean not null default false;
