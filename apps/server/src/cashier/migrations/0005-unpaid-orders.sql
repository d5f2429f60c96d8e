-- When the bank said of an order that came to an end that nobody paid it. Until then it may still bring its money, and counts
-- against its player's deposit limit.
alter table cashier_order add column unpaid_at timestamptz;
grant update (unpaid_at) on cashier_order to palpite_app;
