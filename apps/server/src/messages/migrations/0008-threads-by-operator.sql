-- outside of a transaction: chats go on meanwhile.
alter table messages_thread validate constraint messages_thread_assigned_to_operator;
-- The same lists as before, of one operator or of nobody.
drop index concurrently if exists messages_thread_waiting_of;
create index concurrently messages_thread_waiting_of on messages_thread (assigned_to, waits_since, id)
  where waits_since is not null;
drop index concurrently if exists messages_thread_open_of;
create index concurrently messages_thread_open_of on messages_thread (assigned_to, id desc) where closed_at is null;
drop index concurrently if exists messages_thread_closed_of;
create index concurrently messages_thread_closed_of on messages_thread (assigned_to, id desc)
  where closed_at is not null;
