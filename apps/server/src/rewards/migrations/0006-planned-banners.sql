-- Banners of the home page and the start mask, planned by one operator and approved by another. New tables: a server of the version
-- before neither reads nor writes them.

-- A picture by the SHA-256 of its bytes, re-encoded.
create table rewards_banner_picture (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  webp bytea not null check (octet_length(webp) between 1 and 1000000),
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default now()
);
-- A picture that no banner uses goes a day after its upload.
grant delete on rewards_banner_picture to palpite_app;

-- Each row is a version: a change is a new row that replaces another from its first day on.
create table rewards_banner (
  id bigint generated always as identity primary key,
  request_id text not null unique,
  request_digest text not null,
  place text not null check (place in ('home', 'start')),
  replaces bigint references rewards_banner,
  picture_id text not null references rewards_banner_picture,
  -- By language a title, what the picture shows, and the words of the button.
  texts jsonb not null check (texts ? 'pt-BR'),
  href text not null check (href ~ '^(/|https://)' and length(href) <= 300),
  sort_order int not null check (sort_order between 1 and 99),
  audience text not null check (audience in ('all', 'players')),
  min_vip_level int not null check (min_vip_level between 0 and 12),
  starts_on date not null,
  ends_on date not null,
  reason text not null check (reason <> ''),
  proposed_by bigint not null,
  proposed_at timestamptz not null default now(),
  approved_by bigint,
  approved_at timestamptz,
  -- A plan that was rejected, or an approved one that was stopped.
  ended_by bigint,
  ended_at timestamptz,
  constraint rewards_banner_days check (ends_on > starts_on and ends_on <= starts_on + 92),
  constraint rewards_banner_level_of_players check (audience = 'players' or min_vip_level = 0),
  constraint rewards_banner_four_eyes check (approved_by <> proposed_by),
  constraint rewards_banner_approval_is_whole check ((approved_by is null) = (approved_at is null)),
  constraint rewards_banner_end_is_whole check ((ended_by is null) = (ended_at is null))
);
-- A version is replaced once.
create unique index rewards_banner_replaced_once on rewards_banner (replaces)
  where approved_at is not null and ended_at is null;
create index rewards_banner_replaces on rewards_banner (replaces) where replaces is not null;
create index rewards_banner_picture_used on rewards_banner (picture_id);
-- What may show: read once a second by each server.
create index rewards_banner_approved on rewards_banner (ends_on) where approved_at is not null and ended_at is null;
grant update (approved_by, approved_at, ended_by, ended_at) on rewards_banner to palpite_app;

create function rewards_keep_banner() returns trigger language plpgsql as $$
declare
  before rewards_banner := old;
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or (old.approved_at is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at))
  then
    raise exception 'a banner stays as it was planned, and is decided once';
  end if;
  before.approved_by := new.approved_by;
  before.approved_at := new.approved_at;
  before.ended_by := new.ended_by;
  before.ended_at := new.ended_at;
  if new is distinct from before then
    raise exception 'a banner stays as it was planned, and is decided once';
  end if;
  return new;
end $$;
create trigger rewards_banner_stays before update or delete on rewards_banner
  for each row execute function rewards_keep_banner();
