-- Devices an operator signed in on, by the hash of a secret that the device keeps: from these, a sign-in passes where
-- strangers guess. Bounded for each operator.
create table identity_operator_device (
  operator_id bigint not null references identity_operator (id),
  device_hash text not null check (length(device_hash) = 43),
  seen_at timestamptz not null default now(),
  primary key (operator_id, device_hash)
);
create index identity_operator_device_by_hash on identity_operator_device (device_hash);
grant update, delete on identity_operator_device to palpite_app;
