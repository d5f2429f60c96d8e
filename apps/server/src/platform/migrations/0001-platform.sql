-- What the application may do. It connects as a role of its own, which owns nothing: it may read and add rows in every
-- table that is made here and later, and nothing else. A table that is meant to change says so beside itself, by a grant;
-- partitions and whatever else changes the schema are made by functions that run as the owner.
grant usage on schema public to palpite_app;
revoke create on schema public from public;
alter default privileges in schema public grant select, insert on tables to palpite_app;
alter default privileges in schema public grant usage, select on sequences to palpite_app;
grant select on platform_migration to palpite_app;

-- Makes the partitions of tables that are ranged by a timestamp, one for each month of UTC: this month's and so many
-- ahead, where they are missing. Nobody who reads or writes waits: a partition is made beside its table and then
-- attached, which takes a lock that only changes of the schema wait for. Several servers may call it at once. Runs as the
-- owner, for the application: of partitioned tables that are here, for some months, and with names looked up here alone.
create function platform_add_partitions(tables text[], months_ahead int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  parent text;
  month timestamp;
  partition text;
  guard record;
begin
  if months_ahead not between 0 and 12 then
    raise exception 'partitions are made for the coming twelve months, not %', months_ahead;
  end if;
  perform pg_advisory_xact_lock(7264002);
  foreach parent in array tables loop
    if not exists (select from pg_class
                    where oid = to_regclass('public.' || quote_ident(parent)) and relkind = 'p') then
      raise exception '% is no partitioned table', parent;
    end if;
    for ahead in 0 .. months_ahead loop
      month := this_month + ahead * interval '1 month';
      partition := parent || to_char(month, '_YYYY_MM');
      continue when to_regclass(quote_ident(partition)) is not null;
      execute format('create table %I (like %I including all excluding identity)', partition, parent);
      -- Triggers for rows come with the attaching; those for truncate would not.
      for guard in
        select tgname as name, tgfoid::regproc as function
          from pg_trigger
         where tgrelid = quote_ident(parent)::regclass and not tgisinternal and tgtype & 32 <> 0
      loop
        execute format('create trigger %I before truncate on %I for each statement execute function %s()',
                       guard.name, partition, guard.function);
      end loop;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition,
                     month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end loop;
  end loop;
end $$;

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
grant update on platform_outbox_reader to palpite_app;

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
create function platform_outbox_make_days(ahead integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  starts timestamptz;
  ends timestamptz;
  part text;
begin
  if ahead not between 0 and 31 then
    raise exception 'days are made for the coming month, not %', ahead;
  end if;
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
create function platform_outbox_drop_days() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Functions that run as the owner are for the application alone.
revoke execute on function platform_add_partitions, platform_outbox_make_days, platform_outbox_drop_days from public;
grant execute on function platform_add_partitions, platform_outbox_make_days, platform_outbox_drop_days to palpite_app;

select platform_outbox_make_days(3);

-- What operators and the system did that somebody may have to answer for. Each row holds the hash of the one
-- before it, so that a row changed, removed or put elsewhere past all guards is found by reading the chain.
create table platform_audit (
  -- 1, 2, 3 … without a gap: given under the lock of the head, so a gap is a row that was removed.
  id bigint primary key check (id >= 1),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'player', 'service', 'system')),
  -- The id of an operator or a player; a service and the system have none.
  actor_id bigint,
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject text not null check (length(subject) between 1 and 200),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  constraint platform_audit_actor_is_whole
    check ((actor_kind in ('operator', 'player')) = (actor_id is not null)),
  -- One row after each row: a chain never forks.
  constraint platform_audit_previous unique (previous_hash),
  constraint platform_audit_hash unique (hash)
);

-- The end of the chain: whoever adds a row holds this one, and the last rows cannot go unnoticed.
create table platform_audit_head (
  is_head boolean primary key default true check (is_head),
  last_id bigint not null check (last_id >= 0),
  last_at timestamptz not null,
  last_hash text not null check (last_hash ~ '^[0-9a-f]{64}$')
);
grant update on platform_audit_head to palpite_app;
insert into platform_audit_head (last_id, last_at, last_hash) values (0, 'epoch', repeat('0', 64));

create function platform_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger platform_audit_stays before update or delete on platform_audit
  for each row execute function platform_refuse_change();
create trigger platform_audit_is_kept before truncate on platform_audit
  for each statement execute function platform_refuse_change();

create function platform_audit_head_goes_on() returns trigger language plpgsql as $$
begin
  if new.last_id <= old.last_id or new.last_at < old.last_at then
    raise exception 'the head of the audit chain only goes on';
  end if;
  return new;
end $$;
create trigger platform_audit_head_goes_on before update on platform_audit_head
  for each row execute function platform_audit_head_goes_on();
create trigger platform_audit_head_stays before delete on platform_audit_head
  for each row execute function platform_refuse_change();
create trigger platform_audit_head_is_kept before truncate on platform_audit_head
  for each statement execute function platform_refuse_change();

-- What operators set instead of a module's defaults: proposed by one, approved by another, in force from a time.
-- The highest approved version whose time has come holds. A value is everything that differs from the defaults.
create table platform_setting (
  module text not null check (module ~ '^[a-z]{1,40}$'),
  version integer not null check (version >= 1),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  -- The latest approved version when it was proposed, 0 for none: another one since makes it outdated.
  base_version integer not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null default now(),
  approved_by bigint,
  approved_at timestamptz,
  rejected_by bigint,
  rejected_at timestamptz,
  -- As wished while it is open, null for at once; from the approval on never null and never before it.
  in_force_from timestamptz,
  primary key (module, version),
  constraint platform_setting_base check (base_version >= 0 and base_version < version),
  constraint platform_setting_four_eyes check (approved_by <> proposed_by),
  constraint platform_setting_approval_is_whole check ((approved_by is null) = (approved_at is null)),
  constraint platform_setting_rejection_is_whole check ((rejected_by is null) = (rejected_at is null)),
  constraint platform_setting_one_decision check (approved_at is null or rejected_at is null),
  constraint platform_setting_not_before_approval
    check (approved_at is null or (in_force_from is not null and in_force_from >= approved_at))
);
grant update (approved_by, approved_at, rejected_by, rejected_at, in_force_from) on platform_setting to palpite_app;
create index platform_setting_approved on platform_setting (module, version desc) where approved_at is not null;

-- A proposal is decided once, and what was proposed never changes.
create function platform_setting_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.approved_at is not null or old.rejected_at is not null
     or (old.module, old.version, old.value, old.base_version, old.proposed_by, old.proposed_at)
        is distinct from
        (new.module, new.version, new.value, new.base_version, new.proposed_by, new.proposed_at)
  then
    raise exception 'a setting that was decided, and what was proposed, never change';
  end if;
  return new;
end $$;
create trigger platform_setting_is_decided_once before update on platform_setting
  for each row execute function platform_setting_is_decided_once();
create trigger platform_setting_stays before delete on platform_setting
  for each row execute function platform_refuse_change();
create trigger platform_setting_is_kept before truncate on platform_setting
  for each statement execute function platform_refuse_change();

-- What happened, sealed a moment after it did: what a table held of a window of time, and the hash of the seal before. A
-- row that is changed, dated anew, added or removed past all guards is found by reading the seals.
create table platform_seal (
  -- 1, 2, 3 … without a gap: given under the lock of the one sealer, so a gap is a seal that was removed.
  id bigint primary key check (id >= 1),
  table_name text not null,
  -- Rows from the one moment to before the other; windows of a table follow one another.
  from_at timestamptz not null,
  to_at timestamptz not null,
  row_count bigint not null check (row_count >= 0),
  -- SHA-256 over the hashes of all rows, in order.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- The first eight bytes of each row's hash, in order: which row it is that was changed.
  marks bytea not null check (length(marks) = 8 * row_count),
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  check (to_at > from_at),
  -- One seal after each seal: a chain never forks.
  constraint platform_seal_previous unique (previous_hash)
);
create index platform_seal_of_table on platform_seal (table_name, id);
create trigger platform_seal_stays before update or delete on platform_seal
  for each row execute function platform_refuse_change();
create trigger platform_seal_is_kept before truncate on platform_seal
  for each statement execute function platform_refuse_change();

-- Where a window of time begins in a table: the first one holds all that is older, too.
create function platform_window_start(from_at timestamptz) returns timestamptz language sql immutable as $$
  select case when from_at = 'epoch' then '-infinity' else from_at end
$$;

-- How many rows a table has in a window of time, counted up to so many, and when the first of those was.
create function platform_count_rows(name text, moment text, from_at timestamptz, to_at timestamptz, max_rows bigint)
  returns table (row_count bigint, first_at timestamptz) language plpgsql stable as $$
begin
  return query execute format(
    'select count(*), min(at) from (select %1$I as at from %2$I where %1$I >= $1 and %1$I < $2 limit $3) as row',
    moment, name) using platform_window_start(from_at), to_at, max_rows;
end $$;

-- Rows of a window with their keys and hashes, in order. Over what is not null, as JSON: a column that comes later and is
-- null in the rows of before changes none of them. How a moment reads depends on the session, so it is fixed here.
create function platform_row_hashes(name text, moment text, from_at timestamptz, to_at timestamptz)
  returns table (key text, at timestamptz, hash bytea)
  language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname) || '::text', ', ' order by array_position(indkey::int2[], attnum)) into columns
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey::int2[])
   where indrelid = quote_ident(name)::regclass and indisprimary and attname <> moment;
  columns := coalesce(columns, 'key'); -- a view has no primary key, and names its rows in a column
  return query execute format(
    'select concat_ws(''/'', %1$s), one.%2$I,
            sha256(convert_to(jsonb_strip_nulls(to_jsonb(one))::text, ''UTF8''))
       from %3$I one
      where one.%2$I >= $1 and one.%2$I < $2
      order by one.%2$I, concat_ws(''/'', %1$s) collate "C"', columns, moment, name) using platform_window_start(from_at), to_at;
end $$;

-- Whether the month of this moment was taken off a table that is partitioned by month.
create function platform_is_detached(name text, at timestamptz) returns boolean language sql stable as $$
  select relkind = 'p' and not exists (
           select from pg_inherits join pg_class child on child.oid = inhrelid
            where inhparent = parent.oid
              and child.relname = name || to_char(at at time zone 'UTC', '"_"YYYY"_"MM'))
    from pg_class parent where parent.oid = quote_ident(name)::regclass
$$;

-- The public log, to be added to alone: what was committed to, for everybody to read, as a Merkle tree (RFC 6962). Contents
-- wait in the transaction that made them true; one server at a time adds them and signs the head over all.
create table platform_public_log_pending (
  id bigint generated always as identity primary key,
  content text not null
);
grant delete on platform_public_log_pending to palpite_app;

create table platform_public_log_entry (
  -- 0, 1, 2 … without a gap: given under the lock of whoever adds.
  place bigint primary key check (place >= 0),
  content text not null check (content ~ '^[ -~]+$' and length(content) <= 300)
);

-- Every complete subtree of the tree, its leaves (level 0) included: so a proof reads some dozens of rows, however large the
-- log is.
create table platform_public_log_node (
  level int not null check (level >= 0),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
create index platform_public_log_leaf on platform_public_log_node (hash, place) where level = 0;

create table platform_public_log_head (
  size bigint primary key check (size > 0),
  root_hash text not null check (root_hash ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz not null,
  -- Ed25519 over the bytes of a tree head.
  signature text not null check (signature ~ '^[0-9a-f]{128}$')
);

create trigger platform_public_log_entry_stays before update or delete on platform_public_log_entry
  for each row execute function platform_refuse_change();
create trigger platform_public_log_entry_is_kept before truncate on platform_public_log_entry
  for each statement execute function platform_refuse_change();
create trigger platform_public_log_node_stays before update or delete on platform_public_log_node
  for each row execute function platform_refuse_change();
create trigger platform_public_log_node_is_kept before truncate on platform_public_log_node
  for each statement execute function platform_refuse_change();
create trigger platform_public_log_head_stays before update or delete on platform_public_log_head
  for each row execute function platform_refuse_change();
create trigger platform_public_log_head_is_kept before truncate on platform_public_log_head
  for each statement execute function platform_refuse_change();
