-- outside of a transaction: webhooks come in meanwhile.
-- What a bank told of one order: by the things that its webhooks name.
drop index concurrently if exists cashier_webhook_about;
create index concurrently cashier_webhook_about on cashier_webhook using gin (items jsonb_path_ops);

-- Those that wait for operators.
drop index concurrently if exists cashier_webhook_parked;
create index concurrently cashier_webhook_parked on cashier_webhook (id) where outcome = 'parked';
