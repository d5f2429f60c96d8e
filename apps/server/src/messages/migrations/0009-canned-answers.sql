-- Answers that operators insert in the support chat and may edit before they send. A new table: servers of the version before
-- neither read nor write it.
create table messages_canned_answer (
  id bigint generated always as identity primary key,
  -- What operators type to find it.
  name text not null check (length(name) between 1 and 40),
  -- Counts the changes: an edit names the version that it began with.
  version int not null default 1 check (version > 0),
  -- By language; a player of another language gets the Portuguese one.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? 'pt-BR'),
  changed_by bigint not null references identity_operator (id),
  changed_at timestamptz not null default now(),
  removed_at timestamptz
);
grant update (name, version, texts, changed_by, changed_at, removed_at) on messages_canned_answer to palpite_app;
create unique index messages_canned_answer_name on messages_canned_answer (lower(name)) where removed_at is null;
