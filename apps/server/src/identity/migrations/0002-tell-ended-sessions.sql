-- Each server remembers the sessions in use; this tells all of them which one to forget, with the commit that
-- ends it, whoever ends it.
create function identity_tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_session_ended', old.token_hash);
  return null;
end $$;
create trigger identity_session_tells after delete on identity_session
  for each row execute function identity_tell_ended_session();
