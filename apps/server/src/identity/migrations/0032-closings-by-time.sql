-- outside of a transaction: accounts are closed meanwhile.
-- Closed accounts in the order in which operators read them.
drop index concurrently if exists identity_closing_by_time;
create index concurrently identity_closing_by_time on identity_closing (closed_at, player_id);
