-- Files of a day for the state (docs/decisions/0066). A day is corrected by another version of it: none is ever changed.
create table reports_day (
  -- A day of the house (America/Sao_Paulo) that the ledger has closed.
  day date not null,
  version int not null check (version between 1 and 999),
  status text not null default 'making' check (status in ('making', 'made', 'failed')),
  -- What speaks against it, and in which words; they name no person.
  failure text check (failure in ('licence', 'schema', 'ledger')),
  reason text check (length(reason) <= 500),
  -- The operator who asked for it to be made again.
  asked_by bigint,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (day, version),
  constraint reports_day_ended check ((status = 'making') = (ended_at is null)),
  constraint reports_day_failed check (num_nonnulls(failure, reason) = case status when 'failed' then 2 else 0 end)
);
grant update (status, failure, reason, ended_at) on reports_day to palpite_app;
-- What is under way is few. One version of a day at a time.
create unique index reports_day_under_way on reports_day (day) where status = 'making';

create table reports_file (
  day date not null,
  version int not null,
  kind text not null check (kind in ('apostadores', 'carteiras', 'apostas', 'jogos', 'operador')),
  -- Where its next part begins; whoever makes a part holds this row, and writes the part with it.
  place jsonb,
  is_made boolean not null default false,
  records bigint not null default 0,
  parts int not null default 0,
  -- What its records add up to, in cents by name; those of test accounts, which stand in no file, apart.
  sums jsonb not null default '{}',
  primary key (day, version, kind),
  foreign key (day, version) references reports_day
);
grant update (place, is_made, records, parts, sums) on reports_file to palpite_app;

-- A part as it goes out. It carries names and tax ids, as the law wants it.
create table reports_part (
  day date not null,
  version int not null,
  kind text not null,
  number int not null check (number > 0),
  records int not null check (records >= 0),
  -- XML, packed by gzip, and the digest of the XML.
  content bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  primary key (day, version, kind, number),
  foreign key (day, version, kind) references reports_file
);
grant delete on reports_part to palpite_app;

-- A part stays as it went out, and for as long as the law asks (Portaria SPA/MF 722/2024: five years).
create function reports_keep_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.day > (now() at time zone 'America/Sao_Paulo')::date - interval '5 years' then
    raise exception 'parts of reports are kept for five years as they were made';
  end if;
  return old;
end $$;
create trigger reports_part_is_kept before update or delete on reports_part
  for each row execute function reports_keep_part();
