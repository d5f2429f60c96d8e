-- The gender of players, as they say it: one of the data of registration (Portaria SPA/MF 1.231/2024). Kept with name and CPF.
create table identity_gender (
  player_id bigint primary key references identity_player (id),
  gender text not null check (gender in ('female', 'male', 'other', 'undisclosed')),
  changed_at timestamptz not null default now()
);
grant update, delete on identity_gender to palpite_app;
