-- How often a player was told of a kind of change lately: a thief or a prankster changes a thing back and forth, and each change
-- is mailed.
create index identity_secured_notice_of_player on identity_secured_notice (player_id, what, noted_at);

-- Since when the e-mail is another one than before. A mailbox that came after the second factor proves nothing about who turned
-- that on.
alter table identity_player add column email_at timestamptz;
