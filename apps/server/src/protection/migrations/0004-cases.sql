-- Of a day's activity what fell between midnight and six.
alter table protection_activity add column night_ms bigint not null default 0 check (night_ms >= 0);
create index protection_activity_of_day on protection_activity (day, player_id);

-- Days on which signs of harm were looked for, and how far: whichever server locks the row goes on.
create table protection_harm_run (
  day date primary key,
  -- Players up to this one are done.
  through_player bigint not null default 0,
  finished_at timestamptz
);
grant update (through_player, finished_at) on protection_harm_run to palpite_app;

-- Signs of harm of a player, from the first day with reasons until an operator, or a quiet time, closes the case.
create table protection_case (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  -- The last step taken: 1 message, 2 break offered, 3 limits asked, 4 marketing off, 5 human contact.
  grade int not null check (grade between 1 and 5),
  -- The latest reasons, each with its sign, figure and threshold.
  reasons jsonb not null,
  -- The last day with reasons, and the day the last step was taken for.
  seen_on date not null,
  stepped_on date not null,
  opened_at timestamptz not null default now(),
  contacted_at timestamptz,
  closed_at timestamptz,
  -- Null with a closed case: it ended by itself.
  closed_by bigint,
  check (closed_by is null or closed_at is not null),
  check (stepped_on <= seen_on)
);
grant update (grade, reasons, seen_on, stepped_on, contacted_at, closed_at, closed_by) on protection_case to palpite_app;
create unique index protection_case_open on protection_case (player_id) where closed_at is null;
-- The list of operators: those that wait for a person first.
create index protection_case_by_grade on protection_case (grade desc, id) where closed_at is null;

-- Steps taken, each once, with the reasons of its day: kept for good.
create table protection_case_step (
  player_id bigint not null,
  case_id bigint not null references protection_case (id),
  step text not null check (step in ('message', 'break', 'limits', 'marketing_off', 'contact')),
  reasons jsonb not null,
  taken_at timestamptz not null default now(),
  primary key (player_id, case_id, step)
);
create trigger protection_case_step_stays before update or delete on protection_case_step
  for each row execute function protection_refuse_change();

-- What operators wrote of a case: kept for good.
create table protection_case_note (
  id bigint generated always as identity primary key,
  case_id bigint not null references protection_case (id),
  kind text not null check (kind in ('note', 'contacted', 'closed')),
  operator_id bigint not null,
  text text not null check (length(text) between 1 and 500),
  written_at timestamptz not null default now(),
  -- The same words of the same operator, sent again, are one note.
  unique (case_id, operator_id, kind, text)
);
create index protection_case_note_of_case on protection_case_note (case_id, id);
create trigger protection_case_note_stays before update or delete on protection_case_note
  for each row execute function protection_refuse_change();
