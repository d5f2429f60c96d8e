-- A campaign that has reached everybody can still be stopped: its mails and pushes may wait until its end.
alter table messages_campaign drop constraint messages_campaign_ends_once;
alter table messages_campaign add constraint messages_campaign_ends_once
  check (ended_at is null or finished_at is null or (ended_at >= finished_at and ended_at < ends_at)) not valid;
alter table messages_campaign validate constraint messages_campaign_ends_once;

create or replace function messages_keep_campaign() returns trigger language plpgsql as $$
declare
  before messages_campaign := old;
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or (old.approved_at is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at))
    or new.through_player < old.through_player
  then
    raise exception 'a campaign stays as it was planned, and is decided and sent once';
  end if;
  before.ended_by := new.ended_by;
  before.ended_at := new.ended_at;
  if old.finished_at is null then
    before.approved_by := new.approved_by;
    before.approved_at := new.approved_at;
    before.through_player := new.through_player;
    before.sent_count := new.sent_count;
    before.left_out_count := new.left_out_count;
    before.finished_at := new.finished_at;
    before.is_cut := new.is_cut;
  end if;
  if new is distinct from before then
    raise exception 'a campaign stays as it was planned, and is decided and sent once';
  end if;
  return new;
end $$;
