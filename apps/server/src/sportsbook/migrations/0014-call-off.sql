-- A bet in play can be called off in the first part of its delay only: later its player may have seen what the house has not.
alter table sportsbook_waiting_bet add column cancel_until timestamptz;
update sportsbook_waiting_bet set cancel_until = due_at;
alter table sportsbook_waiting_bet alter column cancel_until set not null;
alter table sportsbook_waiting_bet add check (cancel_until <= due_at);
grant update (cancel_until) on sportsbook_waiting_bet to palpite_app;
