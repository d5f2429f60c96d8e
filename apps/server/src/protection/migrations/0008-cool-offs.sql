-- Pauses that were offered to a player after a big loss, once a day at most, with the loss and from which one on it was offered. Kept for
-- good: the player reads them in the own log.
create table protection_cool_off (
  player_id bigint not null,
  day date not null,
  net_loss_cents bigint not null check (net_loss_cents >= from_cents),
  from_cents bigint not null check (from_cents > 0),
  offered_at timestamptz not null default now(),
  -- When the player answered the dialog; whatever the answer was.
  answered_at timestamptz,
  primary key (player_id, day)
);
grant update (answered_at) on protection_cool_off to palpite_app;
