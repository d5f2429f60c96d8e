-- Persons who may not bet by Lei 14.790/2023, art. 26, as operators list them: by a keyed hash of the CPF, so that the table tells nobody who
-- it is. One of a person is open at a time. A row changes once, when the person is taken off the list, and stays for good.
create table protection_listed_person (
  id bigint generated always as identity primary key,
  cpf_hash text not null check (length(cpf_hash) = 43),
  ground text not null check (ground in ('house', 'regulator', 'systems', 'sport', 'disorder', 'relative')),
  reason text not null check (length(reason) between 10 and 500),
  listed_by bigint not null,
  listed_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  removed_by bigint,
  remove_reason text check (length(remove_reason) between 10 and 500),
  check ((removed_at is null) = (removed_by is null)),
  check ((removed_at is null) = (remove_reason is null)),
  check (removed_by <> listed_by)
);
create unique index protection_listed_person_open on protection_listed_person (cpf_hash) where removed_at is null;
grant update (removed_at, removed_by, remove_reason) on protection_listed_person to palpite_app;

create function protection_keep_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.removed_at is null then
    return new;
  end if;
  raise exception 'a person is taken off the list once, and the row stays';
end $$;
create trigger protection_listed_person_stays before update or delete on protection_listed_person
  for each row execute function protection_keep_listed();
