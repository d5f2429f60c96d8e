-- What players, and the register of persons, say of a public office that makes somebody politically exposed (Portaria SPA/MF
-- 1.143/2024). Nothing that was said is changed.
create table identity_exposure_statement (
  id bigint generated always as identity primary key,
  player_id bigint not null references identity_player (id),
  source text not null check (source in ('declared', 'register')),
  is_exposed boolean not null,
  -- Whose office it is, and which one, as the player says.
  relation text check (relation in ('self', 'family', 'associate')),
  office text check (length(office) between 1 and 120),
  said_at timestamptz not null default now(),
  check (num_nonnulls(relation, office) = case when source = 'declared' and is_exposed then 2 else 0 end)
);
create index identity_exposure_statement_of_player on identity_exposure_statement (player_id, id);
create function identity_keep_statement() returns trigger language plpgsql as $$
begin
  raise exception 'what was said of a political exposure is not changed';
end $$;
create trigger identity_exposure_statement_stays before update on identity_exposure_statement
  for each row execute function identity_keep_statement();
grant delete on identity_exposure_statement to palpite_app;

-- What follows from it: nothing, a case that waits for an operator, or what an operator decided.
create table identity_exposure (
  player_id bigint primary key references identity_player (id),
  state text not null check (state in ('none', 'open', 'confirmed', 'cleared')),
  -- To the millisecond, by which its pages go on.
  since timestamptz(3) not null default now(),
  decided_by bigint,
  note text check (length(note) between 1 and 500),
  check (num_nonnulls(decided_by, note) = case when state in ('confirmed', 'cleared') then 2 else 0 end)
);
grant update, delete on identity_exposure to palpite_app;
create index identity_exposure_open on identity_exposure (since, player_id) where state = 'open';
create index identity_exposure_decided on identity_exposure (since, player_id) where state in ('confirmed', 'cleared');
