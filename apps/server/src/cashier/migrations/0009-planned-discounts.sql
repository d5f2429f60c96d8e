-- What is off the prices of the main list, by days: the rules of the latest day that has come hold, as a whole. A price without
-- a row has no discount.
create table cashier_discount_rule (
  starts_on date not null,
  price_cents bigint not null check (price_cents > 0),
  discount_bps int not null check (discount_bps between 0 and 9000),
  primary key (starts_on, price_cents)
);

insert into cashier_discount_rule (starts_on, price_cents, discount_bps)
select distinct '2026-01-01'::date, price_cents, 0 from cashier_package_rule;

create trigger cashier_discount_rule_stays before delete on cashier_discount_rule
  for each row execute function cashier_keep_package_rule();
grant delete on cashier_discount_rule to palpite_app;

-- An order keeps what a rule took off its price, without a discount of its player's own: that one is left for another top-up.
-- Servers of the version before credit such an order as they credit one under a player's own discount.
alter table cashier_order drop constraint cashier_order_check2,
  add constraint cashier_order_own_discount_is_some check (discount_id is null or discount_cents > 0) not valid;
alter table cashier_order drop constraint cashier_order_check3,
  add constraint cashier_order_discount_is_given
    check (not is_discount_given or (discount_cents > 0 and credited_at is not null)) not valid;
