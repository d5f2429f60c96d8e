-- Why a session is over, for whoever still holds its token: a player who is logged out elsewhere must learn that a password was
-- changed. Nothing of the player is kept, only the hash of a token that opens nothing any more.
create table identity_ended_session (
  token_hash text primary key check (length(token_hash) = 43),
  ending text not null check (ending in ('device', 'password', 'email', 'newer', 'expired', 'blocked')),
  ended_at timestamptz not null default now()
);
create index identity_ended_session_by_age on identity_ended_session (ended_at);
grant delete on identity_ended_session to palpite_app;
