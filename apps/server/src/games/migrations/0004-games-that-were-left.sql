-- A player who leaves a game in the middle of a round may come back to it. Until the round ends the session stays; it is the
-- round alone that keeps money from being withdrawn, and no longer the session, which nobody would close after it.
alter table games_session add column left_at timestamptz;
grant update (left_at) on games_session to palpite_app;
