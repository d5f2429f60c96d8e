-- "2×" is what it says: a requirement is one span of what counts, first for own money and then for the bonus, each as often
-- as players were told. Until now both ran at the same time, own money by cents and the bonus by a share of a few percent.
-- What is open then keeps what is left of its bonus, in stakes that count in full from now on. How much of its own money is
-- left the ledger alone knows, so that part counts as wagered; such a span may begin below nothing.
alter table wagering_requirement drop constraint wagering_requirement_from_contributed_e4_check;
-- A bonus that ended leaves the span of own money.
alter table wagering_requirement drop constraint wagering_requirement_check2;
update wagering_requirement
   set from_contributed_e4 = from_contributed_e4 - main_cents * 10000,
       until_contributed_e4 = from_contributed_e4
         + case when bonus_ended_at is null then bonus_cents else 0 end * 10000;
-- Their checks go with them.
alter table wagering_requirement drop column from_wagered_cents, drop column until_wagered_cents;
alter table wagering_requirement add constraint wagering_requirement_span check (
  until_contributed_e4 = from_contributed_e4
    + (main_cents + case when bonus_ended_at is null then bonus_cents else 0 end) * 10000
);
