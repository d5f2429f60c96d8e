-- Persons whose account was closed while they were excluded, by a keyed hash of the CPF: it is recognised where somebody registers
-- with it, also once name and CPF are deleted, and tells nobody who it is. Null is for good.
create table protection_excluded_person (
  cpf_hash text primary key check (length(cpf_hash) = 43),
  ends_at timestamptz,
  noted_at timestamptz not null default now()
);
grant update on protection_excluded_person to palpite_app;
