-- The most goals that each side of a football match has led by in regular play: what early payouts go by. Written with
-- each goal, so that a lead which is lost again before anybody looks was one all the same.
create table sportsbook_lead (
  fixture_id bigint not null references sportsbook_fixture,
  code text not null check (code in ('home', 'away')),
  goals smallint not null check (goals > 0),
  -- The lead that promotions have paid by already.
  paid_goals smallint not null default 0,
  primary key (fixture_id, code)
);
grant update (goals, paid_goals), delete on sportsbook_lead to palpite_app;
create index sportsbook_lead_unpaid on sportsbook_lead (fixture_id) where paid_goals < goals;
