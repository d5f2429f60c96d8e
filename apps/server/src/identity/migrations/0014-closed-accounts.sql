-- Since when an account is closed. It stands in the row that every sign-in locks, so none opens after it.
alter table identity_player add column closed_at timestamptz;

-- Closed accounts: why, and until when what is kept of their players is kept. The test of retention walks the same dates.
create table identity_closing (
  player_id bigint primary key references identity_player (id),
  why text not null check (why in ('player', 'exclusion')),
  closed_at timestamptz not null default now(),
  -- E-mail, phone, devices, sign-ins, messages, and all else that no law keeps.
  contact_until timestamptz not null,
  contact_deleted_at timestamptz,
  -- Name and CPF, which the law keeps for years.
  person_until timestamptz not null,
  person_deleted_at timestamptz,
  constraint identity_closing_in_order check (closed_at <= contact_until and contact_until <= person_until),
  constraint identity_closing_contact_first check (person_deleted_at is null or contact_deleted_at is not null)
);
grant update, delete on identity_closing to palpite_app;
create index identity_closing_contact_due on identity_closing (contact_until) where contact_deleted_at is null;
create index identity_closing_person_due on identity_closing (person_until) where person_deleted_at is null;

-- When a player last took the own data away: once a day at most.
create table identity_export (
  player_id bigint primary key references identity_player (id),
  exported_at timestamptz not null default now()
);
grant update, delete on identity_export to palpite_app;

-- No session opens in a closed account, whatever opens it. The version before knows no closed account: its sign-in fails here.
create function identity_session_asks_open_account() returns trigger language plpgsql as $$
begin
  if exists (select from identity_player where id = new.player_id and closed_at is not null) then
    raise exception 'the account of player % is closed', new.player_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger identity_session_asks_open_account before insert on identity_session
  for each row execute function identity_session_asks_open_account();

-- Told by mail. The version before has no words for it: its try to mail one fails, and a later try of this version sends it.
alter table identity_secured_notice drop constraint identity_secured_notice_what_check;
alter table identity_secured_notice add constraint identity_secured_notice_what_check
  check (what in ('email', 'password', 'passkey_added', 'passkey_removed',
                  'factor_on', 'factor_off', 'factor_reset', 'recovery_used', 'recovery_renewed', 'new_device', 'account_closed')) not valid;

grant delete on identity_taken_notice to palpite_app;

-- Rows of a table that belong to a player, newest first, without some of their columns: for an export of the own data. The
-- table and its columns are named by the catalogue of personal data, never by a caller.
create function identity_personal_rows(name text, owner text, player bigint, newest text, without text[], max_rows bigint)
  returns table (content jsonb) language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query execute format(
    'select jsonb_strip_nulls(to_jsonb(one) - $2) from %I as one where %I = $1 order by %I desc limit $3',
    name, owner, newest) using player, without, max_rows;
end $$;

-- Deletes them. It runs with the rights of who calls it: what the application may not delete stays.
create function identity_delete_personal_rows(name text, owner text, player bigint) returns bigint
  language plpgsql as $$
declare
  deleted bigint;
begin
  execute format('delete from %I where %I = $1', name, owner) using player;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
