-- What the sentence of a refusal is filled with: the price that stood, the most stake.
alter table sportsbook_waiting_bet add column refusal_values jsonb;
alter table sportsbook_waiting_bet add check (refusal_values is null or status = 'refused');
grant update (refusal_values) on sportsbook_waiting_bet to palpite_app;
