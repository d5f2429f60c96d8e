-- outside of a transaction: whoever registers meanwhile does not wait for an index.
-- What players who are known are asked anew: whether they are politically exposed, once a year, and a gender that was never said. The
-- rules want the data of a registration whole and up to date (Portarias SPA/MF 1.143/2024 and 1.231/2024).
create table if not exists identity_data_request (
  player_id bigint not null references identity_player (id),
  what text not null check (what in ('exposure', 'gender')),
  asked_at timestamptz not null default now(),
  primary key (player_id, what)
);
grant select, insert, update, delete on identity_data_request to palpite_app;
-- Persons whom the register confirmed, by when: it is asked about them again each year.
drop index concurrently if exists identity_player_checked;
create index concurrently identity_player_checked on identity_player (person_checked_at)
  where person_checked_at is not null and closed_at is null and not is_test;
