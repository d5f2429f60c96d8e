-- What the main list sells, by days: the rules of the latest day that has come hold, as a whole. Each price comes with a bonus
-- at a first top-up and one at later ones (0: none). `cashier_package` keeps the names of what was ever sold; the prompt in a
-- game and the bonus panel are sold by it alone, and servers of the version before sell all by it.
create table cashier_package_rule (
  starts_on date not null,
  price_cents bigint not null check (price_cents > 0),
  first_bonus_grant_cents bigint not null check (first_bonus_grant_cents >= 0),
  later_bonus_grant_cents bigint not null check (later_bonus_grant_cents >= 0),
  sort int not null,
  primary key (starts_on, price_cents)
);

insert into cashier_package_rule (starts_on, price_cents, first_bonus_grant_cents, later_bonus_grant_cents, sort)
select '2026-01-01', main.price_cents, coalesce(first.bonus_grant_cents, 0), coalesce(later.bonus_grant_cents, 0), main.sort
  from cashier_package main
  left join cashier_package first on first.curreny = 'FCBRL' and first.price_cents = main.price_cents and first.is_sold
  left join cashier_package later on later.curreny = 'BTBRL' and later.price_cents = main.price_cents and later.is_sold
 where main.is_sold and main.curreny in ('BRL', 'EXTPAY', '');

create function cashier_keep_package_rule() returns trigger language plpgsql as $$
begin
  if old.starts_on <= (now() at time zone 'America/Sao_Paulo')::date then
    raise exception 'a rule whose day has come is never removed';
  end if;
  return old;
end $$;
create trigger cashier_package_rule_stays before delete on cashier_package_rule
  for each row execute function cashier_keep_package_rule();
grant delete on cashier_package_rule to palpite_app;
