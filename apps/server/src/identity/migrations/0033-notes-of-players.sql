-- What operators write about a player, for other operators (docs/decisions/0084). A text never changes: a correction is a further
-- note, and its author may withdraw one, once and with a reason. Kept as long as name and CPF.
create table identity_player_note (
  id bigint generated always as identity primary key,
  player_id bigint not null references identity_player (id),
  operator_id bigint not null references identity_operator (id),
  -- Up to 2,000 letters are typed; masking e-mail addresses may lengthen them.
  text text not null check (length(text) between 1 and 4000),
  -- Of the clock, not of the transaction, which may have waited for another one.
  written_at timestamptz not null default clock_timestamp(),
  pinned_at timestamptz,
  pinned_by bigint,
  withdrawn_at timestamptz,
  withdraw_reason text check (length(withdraw_reason) between 10 and 1000),
  check ((pinned_at is null) = (pinned_by is null)),
  check ((withdrawn_at is null) = (withdraw_reason is null)),
  constraint identity_player_note_pinned_stands check (pinned_at is null or withdrawn_at is null)
);
create index identity_player_note_of_player on identity_player_note (player_id, id);
create index identity_player_note_pinned on identity_player_note (player_id, id) where pinned_at is not null;
grant update (pinned_at, pinned_by, withdrawn_at, withdraw_reason), delete on identity_player_note to palpite_app;

create function identity_keep_note() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is null
     and (new.player_id, new.operator_id, new.text, new.written_at)
         is not distinct from (old.player_id, old.operator_id, old.text, old.written_at) then
    return new;
  end if;
  raise exception 'a note about a player stays as it was written, and is withdrawn once';
end $$;
create trigger identity_player_note_stays before update on identity_player_note
  for each row execute function identity_keep_note();
