-- Where a player lives, as they say; kept with name and CPF.
create table identity_address (
  player_id bigint primary key references identity_player (id),
  postal_code text not null check (postal_code ~ '^[0-9]{8}$'),
  street text not null check (length(street) between 1 and 120),
  number text not null check (length(number) between 1 and 20),
  complement text not null check (length(complement) <= 60),
  district text not null check (length(district) between 1 and 80),
  city text not null check (length(city) between 1 and 80),
  state text not null check (state ~ '^[A-Z]{2}$'),
  changed_at timestamptz not null default now()
);
grant update, delete on identity_address to palpite_app;
