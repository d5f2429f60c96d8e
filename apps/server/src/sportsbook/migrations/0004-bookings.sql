-- Slips that were handed on, by code. Nothing tells who did: no player, no stake.
create table sportsbook_booking (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  -- The outcomes in their order, those of a bet builder together, bankers marked, the folds of a system, and whether it is
  -- each way. The same slip has one code.
  selection text not null unique check (length(selection) <= 2000),
  expires_at timestamptz not null
);
grant update (code, expires_at), delete on sportsbook_booking to palpite_app;
create index sportsbook_booking_over on sportsbook_booking (expires_at);
