-- A second factor given again within a session, for what a stolen session must not do: good for minutes, and once where money
-- leaves. The version before asks nobody for it.
alter table identity_session add column stepped_up_until timestamptz;
-- What a passkey is to sign for it; good for minutes and once. Apart from the challenges that add a passkey, which ask for the
-- password first.
alter table identity_session add column step_up_challenge text;
alter table identity_session add column step_up_challenge_ends_at timestamptz;

-- The mail of a second factor that operators took away. The version before has no words for it: its try to mail one fails, and a
-- later try of this version sends it.
alter table identity_secured_notice drop constraint identity_secured_notice_what_check;
alter table identity_secured_notice add constraint identity_secured_notice_what_check
  check (what in ('email', 'password', 'passkey_added', 'passkey_removed', 'factor_on', 'factor_off', 'factor_reset',
                  'recovery_used', 'recovery_renewed', 'new_device')) not valid;
