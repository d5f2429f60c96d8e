-- An account may also be closed because the national register names its player (docs/decisions/0093).
alter table identity_closing drop constraint identity_closing_why_check;
alter table identity_closing add constraint identity_closing_why_check
  check (why in ('player', 'exclusion', 'impediment')) not valid;
