-- A forgotten password from a device that the player signed in on: neither strangers of the same network nor a crowd put it
-- off. The hash is of the secret that the device keeps; the job that mails finds out whose device it is.
alter table identity_reset add column device_hash text check (length(device_hash) = 43);
-- The networks' bounds were used up, so that only its player's own device is mailed to.
alter table identity_reset add column is_by_device boolean not null default false;
-- Tries from devices that the player signed in on, apart from those of networks and of strangers.
alter table identity_reset add column device_tries smallint not null default 0;
