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
