-- outside of a transaction: discounts are granted meanwhile.
set lock_timeout = '500ms';
-- The operator's own id of the request: sent again, it grants once. Null in grants of the version before.
alter table cashier_discount add column if not exists request_id text;
-- An index waits for the writers of now, as long as they need.
reset lock_timeout;
drop index concurrently if exists cashier_discount_of_request;
create unique index concurrently cashier_discount_of_request on cashier_discount (player_id, request_id);
