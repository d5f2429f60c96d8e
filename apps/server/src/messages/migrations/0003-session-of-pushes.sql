-- In which session a browser asked for pushes: they end with it. Null for browsers from before it was kept, which go with any
-- session of their player.
alter table messages_push_target add column session_id bigint;
create index messages_push_target_of_session on messages_push_target (session_id);
