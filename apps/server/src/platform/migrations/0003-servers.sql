-- Each server of this database as it told of itself last: what operators see of jobs, sockets and whom it calls. A row that is
-- not told anew is of a server that is gone, or hangs.
create table platform_server (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  standing jsonb not null check (jsonb_typeof(standing) = 'object')
);
grant update, delete on platform_server to palpite_app;
