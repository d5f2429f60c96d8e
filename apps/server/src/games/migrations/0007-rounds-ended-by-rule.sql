-- outside of a transaction: rounds are written meanwhile.
-- A round ended by our rule whose studio has not said how it ended: its stakes count as settled once the studio says so, and
-- not at all if it rolls them back. Rounds ended before this column existed were counted when the rule ended them.
alter table games_studio_round add column if not exists awaits_studio boolean not null default false;
grant update (awaits_studio) on games_studio_round to palpite_app;

-- A studio's statement lists the rounds of a day that our rule ended: few of a table that keeps every round.
drop index concurrently if exists games_studio_round_by_rule;
create index concurrently games_studio_round_by_rule on games_studio_round (studio_id, ended_at) where ended_by = 'rule';
