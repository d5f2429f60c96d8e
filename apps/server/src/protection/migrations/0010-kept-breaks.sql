-- Time-outs and blocks of products of persons whose account is closed, by the hash of the CPF as exclusions are kept: whoever opens
-- another account is where they were.
create table protection_kept_break (
  cpf_hash text not null check (length(cpf_hash) = 43),
  kind text not null check (kind in ('time_out', 'block')),
  -- Empty for a time-out.
  product text not null check ((product = '') = (kind = 'time_out')),
  ends_at timestamptz,
  noted_at timestamptz not null default now(),
  primary key (cpf_hash, kind, product)
);
grant update on protection_kept_break to palpite_app;

-- What players were told about breaks, the national register and signs of harm, as it was said. The message centre deletes its
-- messages sooner, and a player may; the rules ask for five years (IN SPA/MF 31/2025).
create table protection_communication (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  -- By which the message centre knows it: told twice, it is there once.
  source text not null,
  text_key text not null,
  text_values jsonb not null,
  -- Whether it is mailed too, whatever the player prefers.
  in_writing boolean not null,
  told_at timestamptz not null default now(),
  unique (player_id, source)
);
create function protection_keep_communication() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.told_at > now() - interval '5 years' then
    raise exception 'what a player was told is kept for five years as it was said';
  end if;
  return old;
end $$;
create trigger protection_communication_stays before update or delete on protection_communication
  for each row execute function protection_keep_communication();

-- A document is good until a day: then its player is asked for another one. And a face may be one that does not live.
alter table protection_document_check add column expires_on date;
alter table protection_document_check add column expired_at timestamptz;
alter table protection_document_check drop constraint protection_document_check_reason_check;
alter table protection_document_check add constraint protection_document_check_reason_check
  check (reason in ('unreadable', 'expired', 'other_person', 'other_face', 'not_live', 'not_a_document',
                    'not_sure', 'not_available')) not valid;
-- accepted: checks of documents are some a day for a thousand players.
create index protection_document_check_expires on protection_document_check (expires_on)
  where state = 'approved' and expired_at is null;
