-- outside of a transaction: transfers are written meanwhile.
-- Transfers that wait for a price or a review: few rows of a table that grows, read every few seconds.
drop index concurrently if exists cashier_usdt_transfer_waiting;
create index concurrently cashier_usdt_transfer_waiting on cashier_usdt_transfer (player_id)
  where status = 'seen' and order_id is null;
