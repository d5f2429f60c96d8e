-- Events of the business, written in the transaction that made them true. A row holds events of one topic of a
-- list: a row for each player of a long list took three to eight times as long.
create sequence platform_outbox_id;
select nextval('platform_outbox_id'); -- so that `last_value` is always a number that was handed out

create table platform_outbox (
  -- Drawn under a registration (see platform_outbox_horizon), by a transaction that holds its locks.
  id bigint not null default nextval('platform_outbox_id'),
  -- Whose the row's events are; 0 where they are nobody's, or of several players of a list.
  player_id bigint not null default 0,
  created_at timestamptz not null default now(),
  topic text not null,
  -- A list of events as JSON. Text: the server writes it and is the only one to read it; checking its syntax once more
  -- took as much of the database's time as storing it.
  events text not null
) partition by range (created_at);
-- The only index: the number comes from one sequence, and a second index would be paid by every event.
create index platform_outbox_in_order on platform_outbox (id);

-- For hours in which nobody made the next day's partition: a full outbox would stop every command that moves money.
create table platform_outbox_default partition of platform_outbox default;

-- How far each reader has come.
create table platform_outbox_reader (
  name text primary key,
  id bigint not null
);

-- Up to which id everything can be seen. Ids are handed out before commit, so a later id may be visible earlier, and a
-- reader that simply went on from the last id it saw would pass over the earlier one for ever. So whoever writes events
-- first registers the last id handed out, by a shared advisory lock that PostgreSQL lets go once the commit can be seen:
-- what it draws is above that. The order of the two readings matters, and a reader must look at the rows in a later
-- statement. The number of the transaction would do the same only if every long transaction held all readers back.
create function platform_outbox_horizon() returns bigint language plpgsql volatile as $$
declare
  drawn bigint;
  registered bigint;
begin
  select last_value into drawn from platform_outbox_id;
  select min(((lock.classid::bigint << 32) | lock.objid::bigint) & 281474976710655) into registered
    from pg_locks lock
   where lock.locktype = 'advisory' and lock.objsubid = 1 and lock.classid::bigint >> 16 = 20290
     and lock.database = (select oid from pg_database where datname = current_database());
  return least(drawn, registered);
end $$;

-- Partitions by day (UTC), from today to so many days ahead. Attached, because making them in place would wait for
-- every reader and writer and hold up those behind it; gives up after half a second and is tried again at the next beat.
create function platform_outbox_make_days(ahead integer) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  starts timestamptz;
  ends timestamptz;
  part text;
begin
  perform set_config('lock_timeout', '500', true);
  perform pg_advisory_xact_lock(7264002);
  for day in select today + n from generate_series(0, ahead) as n loop
    part := 'platform_outbox_p' || to_char(day, 'YYYYMMDD');
    starts := day::timestamp at time zone 'utc';
    ends := (day + 1)::timestamp at time zone 'utc';
    continue when to_regclass(part) is not null;
    -- A day that has begun in the default partition ends there.
    continue when exists (
      select from platform_outbox_default where created_at >= starts and created_at < ends);
    -- Rows up to a page's 8 kB are not worth compressing: they are read once, a moment later.
    execute format(
      'create table %I (like platform_outbox including defaults including indexes) with (toast_tuple_target = 8160)',
      part);
    execute format('alter table platform_outbox attach partition %I for values from (%L) to (%L)', part, starts, ends);
  end loop;
end $$;

-- Drops days before yesterday that every reader is past; without a reader nothing is.
create function platform_outbox_drop_days() returns void language plpgsql as $$
declare
  behind bigint := coalesce((select min(id) from platform_outbox_reader), 0);
  kept text := 'platform_outbox_p' || to_char((now() at time zone 'utc')::date - 1, 'YYYYMMDD');
  part text;
  last bigint;
begin
  perform set_config('lock_timeout', '500', true);
  perform pg_advisory_xact_lock(7264002);
  -- No reader is inside its transaction while a day is dropped: whoever it waits for would wait for the drop.
  perform from platform_outbox_reader order by name for update;
  for part in
    select child.relname from pg_inherits
      join pg_class child on child.oid = pg_inherits.inhrelid
     where pg_inherits.inhparent = 'platform_outbox'::regclass
       and child.relname like 'platform\_outbox\_p%' and child.relname < kept
  loop
    execute format('select coalesce(max(id), 0) from %I', part) into last;
    if last <= behind then
      execute format('drop table %I', part);
    end if;
  end loop;
  delete from platform_outbox_default where created_at < now() - interval '1 day' and id <= behind;
end $$;

select platform_outbox_make_days(3);
