-- outside of a transaction: players register meanwhile.
-- The invitees of a player in the order of their pages, so that a page reads no more than it shows. Searches by inviter
-- alone use it, too, and the index that had the inviter only goes.
drop index concurrently if exists identity_player_invitees;
create index concurrently identity_player_invitees on identity_player (referrer_id, id) where referrer_id is not null;
drop index concurrently if exists identity_player_referrer;
