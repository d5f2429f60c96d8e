-- Gifts that a person gets once, whatever number of accounts the person has. Named by the SHA-256 of the CPF: the
-- CPF itself stays with the players. Never removed, also when the bank takes the top-up back.
create table cashier_given_gift (
  cpf_sha256 text not null check (cpf_sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('first_topup')),
  e2eid text not null,
  given_at timestamptz not null default now(),
  constraint cashier_given_gift_once primary key (cpf_sha256, kind)
);
