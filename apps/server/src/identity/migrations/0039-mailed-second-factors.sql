-- Where the law asks everybody for a second factor, a mailed code is one, and the device is then trusted for as long as it counts.
alter table identity_session drop constraint identity_session_factor;
alter table identity_session add constraint identity_session_factor
  check (factor in ('code', 'recovery', 'passkey', 'device', 'mail')) not valid;
alter table identity_session validate constraint identity_session_factor;

-- A mailed code that is asked for without a new country; the country of such a sign-in may be unknown.
alter table identity_country_code alter column country drop not null;
alter table identity_country_code add column is_new_country boolean not null default true;
