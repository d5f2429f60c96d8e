-- Messages that operators send to many players: one operator plans a campaign, another approves it, a job sends it.
create table messages_campaign (
  id bigint generated always as identity primary key,
  request_id text not null unique,
  request_digest text not null,
  -- For operators only.
  name text not null check (length(name) between 1 and 60),
  -- By language a title and a text; a player of another language gets the Portuguese ones.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? 'pt-BR'),
  -- To whom: each rule that is set narrows it.
  min_vip_level int check (min_vip_level between 0 and 12),
  max_vip_level int check (max_vip_level between 0 and 12),
  registered_from date,
  registered_to date,
  activity text check (activity in ('active', 'inactive')),
  activity_days int check (activity_days between 1 and 365),
  has_deposited boolean,
  -- Null: once it is approved.
  send_at timestamptz,
  -- Nothing is sent from then on.
  ends_at timestamptz not null,
  reason text not null check (reason <> ''),
  proposed_by bigint not null references identity_operator (id),
  proposed_at timestamptz not null default now(),
  approved_by bigint references identity_operator (id),
  approved_at timestamptz,
  -- A plan that was rejected, or an approved one that was stopped.
  ended_by bigint references identity_operator (id),
  ended_at timestamptz,
  -- The sending: players up to this one are done.
  through_player bigint not null default 0,
  sent_count int not null default 0 check (sent_count >= 0),
  left_out_count int not null default 0 check (left_out_count >= 0),
  finished_at timestamptz,
  -- Whether the end came before all players were reached.
  is_cut boolean not null default false,
  constraint messages_campaign_four_eyes check (approved_by <> proposed_by),
  constraint messages_campaign_approval_is_whole check ((approved_by is null) = (approved_at is null)),
  constraint messages_campaign_end_is_whole check ((ended_by is null) = (ended_at is null)),
  constraint messages_campaign_activity_is_whole check ((activity is null) = (activity_days is null)),
  constraint messages_campaign_levels check (min_vip_level <= max_vip_level),
  constraint messages_campaign_registered check (registered_from <= registered_to),
  constraint messages_campaign_ends_after_start check (ends_at > send_at),
  constraint messages_campaign_sent_only_if_approved check (approved_at is not null or through_player = 0),
  constraint messages_campaign_ends_once check (ended_at is null or finished_at is null)
);
-- What is still to be sent: asked for by each server again and again.
create index messages_campaign_to_send on messages_campaign (id)
  where approved_at is not null and ended_at is null and finished_at is null;
grant update (approved_by, approved_at, ended_by, ended_at, through_player, sent_count, left_out_count, finished_at, is_cut)
  on messages_campaign to palpite_app;

create function messages_keep_campaign() returns trigger language plpgsql as $$
declare
  before messages_campaign := old;
begin
  if tg_op = 'DELETE' or old.ended_at is not null or old.finished_at is not null
    or (old.approved_at is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at))
    or new.through_player < old.through_player
  then
    raise exception 'a campaign stays as it was planned, and is decided and sent once';
  end if;
  before.approved_by := new.approved_by;
  before.approved_at := new.approved_at;
  before.ended_by := new.ended_by;
  before.ended_at := new.ended_at;
  before.through_player := new.through_player;
  before.sent_count := new.sent_count;
  before.left_out_count := new.left_out_count;
  before.finished_at := new.finished_at;
  before.is_cut := new.is_cut;
  if new is distinct from before then
    raise exception 'a campaign stays as it was planned, and is decided and sent once';
  end if;
  return new;
end $$;
create trigger messages_campaign_stays before update or delete on messages_campaign
  for each row execute function messages_keep_campaign();

-- The words of a message of a campaign are the campaign's. Its source names the campaign, so a player has one at most. Servers of
-- the version before leave the column null.
alter table messages_message add column campaign_id bigint references messages_campaign (id);
