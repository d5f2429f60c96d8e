-- A session that ended with its account says who closed it: the player, or the player's exclusion for good. The version before
-- writes neither, and hands both on as they are.
alter table identity_ended_session drop constraint identity_ended_session_ending_check;
alter table identity_ended_session add constraint identity_ended_session_ending_check
  check (ending in ('device', 'password', 'email', 'newer', 'expired', 'blocked', 'closed', 'excluded')) not valid;
