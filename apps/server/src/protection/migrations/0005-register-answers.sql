-- The last answer of the national register of persons who may not bet, of each player with a CPF; and who is asking now.
create table protection_register_answer (
  player_id bigint primary key,
  -- Null is free.
  reason text check (reason in ('self_excluded', 'benefits', 'other')),
  -- Until when, as the register said. What ends an impediment is its next answer alone.
  until timestamptz,
  impeded_since timestamptz,
  -- When it was asked; null where it was never answered, or of another CPF.
  asked_at timestamptz,
  -- Whoever asks holds a claim for a while: an answer without it is too late, and left out.
  claim text,
  claimed_at timestamptz,
  check ((reason is null) = (impeded_since is null)),
  check (until is null or reason is not null),
  check ((claim is null) = (claimed_at is null))
) with (fillfactor = 80); -- room for updates in place: once a day and player
grant update on protection_register_answer to palpite_app;
