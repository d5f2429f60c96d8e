-- Gifts of later top-ups, of the in-game prompt and of the bonus panel are a hundredth of what is paid: no way of wagering
-- them gains by them on average (docs/maths/bonus.md). Those of a first top-up cost the house money, once a person.
update cashier_package set bonus_grant_cents = price_cents / 100
 where curreny in ('BTBRL', 'INSBRL', 'EXPPAY') and bonus_grant_cents > price_cents / 100;

-- Which gifts of first top-ups a day has, as its bound is looked at.
create index cashier_given_bonus_at on cashier_given_bonus (given_at);
