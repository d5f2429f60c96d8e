-- What operators close for maintenance: who, why, from when, and the end that players are told. A row stays as history; it is on
-- from its start until an operator ends it, whatever end was expected.
create table platform_maintenance (
  id bigint generated always as identity primary key,
  request_id text not null,
  scope text not null check (scope in ('all', 'bets', 'games', 'deposits', 'withdrawals')),
  reason text not null check (length(reason) between 1 and 500),
  planned_by bigint not null,
  planned_at timestamptz not null default now(),
  starts_at timestamptz not null,
  expected_end timestamptz not null,
  first_end timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  constraint platform_maintenance_request unique (planned_by, request_id),
  constraint platform_maintenance_expected_after_start check (expected_end > starts_at),
  constraint platform_maintenance_ended_is_whole check ((ended_by is null) = (ended_at is null))
);
-- One planned or on for each scope; servers read these rows all the time.
create unique index platform_maintenance_open on platform_maintenance (scope) where ended_at is null;
grant update (expected_end, ended_by, ended_at) on platform_maintenance to palpite_app;
