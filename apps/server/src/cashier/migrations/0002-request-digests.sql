-- What a request id stood for, so that another wish under it is told apart, whatever the row keeps of it: the digest of
-- what was asked (platform/request-digest.ts). Null where there was no request id, and in rows from before it was kept.
alter table cashier_withdrawal add column request_digest text check (length(request_digest) = 43);
alter table cashier_withdrawal
  add constraint cashier_withdrawal_digest_of_request check (request_digest is null or request_id is not null);
alter table cashier_transfer add column request_digest text check (length(request_digest) = 43);

-- A wish that was first sent without an id, and within seconds with one, is known by that id from then on.
grant update (request_id, request_digest) on cashier_withdrawal to palpite_app;
