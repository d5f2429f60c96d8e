-- What each server that takes bets may still add to what matches, competitions, sports and the book may cost, so that all of
-- them together keep the bounds. A row counts for as long as the session that it names: one whose server died is taken away
-- by the next that looks.
create table sportsbook_room_share (
  server uuid primary key,
  -- The connection on which the server hears of the others.
  pid integer not null,
  session_start timestamptz not null,
  -- Among how many it shares. Of what `reserved` does not name it may take the bound divided by these.
  servers integer not null check (servers > 0),
  -- Cents of what had costs when it looked; null of a server that is alone, and may take all that is left.
  reserved jsonb,
  check (reserved is not null or servers = 1)
);
grant update, delete on sportsbook_room_share to palpite_app;
