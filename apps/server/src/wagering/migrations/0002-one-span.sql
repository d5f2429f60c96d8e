-- "2×" is what it says: a requirement is one span of what counts, first for own money and then for the bonus, each as often
-- as players were told. Until now both ran at the same time, own money by cents and the bonus by a share of a few percent.
-- A bonus that ended leaves the span of own money.
alter table wagering_requirement drop constraint wagering_requirement_check2;
-- Their checks go with them.
alter table wagering_requirement drop column from_wagered_cents, drop column until_wagered_cents;

-- What is open keeps what is left of its bonus, in stakes that count in full from now on. How much of its own money is left
-- the ledger alone knows: that part counts as wagered.
update wagering_requirement set status = 'met', closed_at = now()
 where status = 'open' and (bonus_cents = 0 or bonus_ended_at is not null);
update wagering_requirement set main_cents = 0 where status = 'open';
-- Spans of a player follow one another: one that is shorter than it was moves those after it up.
with laid as (
  select player_id, source, source_id, first_value(from_contributed_e4) over by_player
         + coalesce(sum(bonus_cents) over (by_player rows between unbounded preceding and 1 preceding), 0) * 10000 as start
    from wagering_requirement
   where status = 'open'
  window by_player as (partition by player_id order by from_contributed_e4, opened_at, source, source_id)
)
update wagering_requirement requirement set from_contributed_e4 = laid.start
  from laid
 where requirement.player_id = laid.player_id and requirement.source = laid.source
   and requirement.source_id = laid.source_id;
update wagering_requirement
   set until_contributed_e4 = from_contributed_e4
         + (main_cents + case when bonus_ended_at is null then bonus_cents else 0 end) * 10000;
alter table wagering_requirement add constraint wagering_requirement_span check (
  until_contributed_e4 = from_contributed_e4
    + (main_cents + case when bonus_ended_at is null then bonus_cents else 0 end) * 10000
);
