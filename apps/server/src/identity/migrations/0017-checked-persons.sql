-- What the register of persons said of a name and a CPF. Only a person whom it confirms has a date of birth.
alter table identity_player
  add column birth_date date,
  add column person_checked_at timestamptz,
  -- When it was last asked, by whoever asks about players who were known before.
  add column person_asked_at timestamptz,
  -- Why a known person is not confirmed.
  add column person_doubt text check (person_doubt in ('under_age', 'mismatch', 'deceased', 'irregular', 'unknown'));
alter table identity_player
  add constraint identity_player_checked_person
    check ((birth_date is null) = (person_checked_at is null)
           and (birth_date is null or cpf is not null)
           and (person_doubt is null or birth_date is null)) not valid;
