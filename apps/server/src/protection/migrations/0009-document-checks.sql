-- Checks of a player's document and face. The pictures of one come first, then it waits for the check outside, or for operators.
create table protection_document_check (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  state text not null default 'collecting' check (state in ('collecting', 'waiting', 'unsure', 'approved', 'refused')),
  -- By which the check outside knows it: asked again, it is the same.
  reference text not null unique,
  -- Why it was refused, or why operators are asked.
  reason text check (reason in ('unreadable', 'expired', 'other_person', 'other_face', 'not_a_document',
                                'not_sure', 'not_available')),
  opened_at timestamptz not null default now(),
  sent_at timestamptz,
  decided_at timestamptz,
  -- Null with a decided one: the check outside said so.
  decided_by bigint,
  -- Whoever asks holds a claim for a while: an answer without it is too late, and left out.
  claim text,
  claimed_at timestamptz,
  pictures_deleted_at timestamptz,
  check ((sent_at is null) = (state = 'collecting')),
  check ((decided_at is null) = (state not in ('approved', 'refused'))),
  check ((reason is null) = (state in ('collecting', 'waiting', 'approved'))),
  check (decided_by is null or decided_at is not null),
  check ((claim is null) = (claimed_at is null))
);
grant update on protection_document_check to palpite_app;
-- One of a player at a time.
create unique index protection_document_check_open on protection_document_check (player_id)
  where state in ('collecting', 'waiting', 'unsure');
create index protection_document_check_of_player on protection_document_check (player_id, id);
create index protection_document_check_waiting on protection_document_check (sent_at) where state = 'waiting';
create index protection_document_check_unsure on protection_document_check (id) where state = 'unsure';
create index protection_document_check_kept on protection_document_check (coalesce(decided_at, opened_at))
  where pictures_deleted_at is null and state in ('collecting', 'refused');

-- The pictures, encrypted under a key that is not in the database.
create table protection_document_picture (
  player_id bigint not null,
  check_id bigint not null references protection_document_check (id),
  side text not null check (side in ('front', 'back', 'selfie')),
  sealed bytea not null check (length(sealed) between 1 and 2000000),
  given_at timestamptz not null default now(),
  primary key (check_id, side)
);
grant update, delete on protection_document_picture to palpite_app;
create index protection_document_picture_of_player on protection_document_picture (player_id);

-- Operators who said yes, where one alone does not decide. Kept for good.
create table protection_document_yes (
  check_id bigint not null references protection_document_check (id),
  operator_id bigint not null,
  -- Digest of the name and CPF that the operator saw: a yes is for them alone.
  shown text not null,
  note text not null check (length(note) between 1 and 500),
  said_at timestamptz not null default now(),
  primary key (check_id, operator_id, shown)
);
create trigger protection_document_yes_stays before update or delete on protection_document_yes
  for each row execute function protection_refuse_change();
