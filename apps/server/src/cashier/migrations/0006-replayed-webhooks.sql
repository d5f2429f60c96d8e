-- How often operators had a webhook handled anew that was parked.
alter table cashier_webhook add column replays int not null default 0;
