-- Facts of the business, written in the transaction that made them true. One row holds all events of one
-- topic of one batch.
create table platform_outbox (
  id bigint generated always as identity primary key,
  -- Readers go by transaction id, not by row id: ids are handed out before commit, so a later id may be
  -- visible earlier, and a reader that goes by id would pass over the earlier one for ever.
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  events jsonb not null,
  created_at timestamptz not null default now()
);
create index platform_outbox_in_order on platform_outbox (xid, id);

-- How far each listener has come.
create table platform_outbox_reader (
  name text primary key,
  xid xid8 not null,
  id bigint not null
);
