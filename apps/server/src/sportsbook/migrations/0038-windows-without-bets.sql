-- A late window of which nothing was left to decide: its bets were void, refunded, sold or paid otherwise.
alter table sportsbook_late_window drop constraint sportsbook_late_window_state_check;
alter table sportsbook_late_window add constraint sportsbook_late_window_state_check
  check (state in ('held', 'void', 'stands', 'moot')) not valid;
alter table sportsbook_late_window validate constraint sportsbook_late_window_state_check;
