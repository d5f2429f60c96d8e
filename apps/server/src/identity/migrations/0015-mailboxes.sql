-- Since when the e-mail is another one than before. A mailbox that came after the second factor proves nothing about who turned
-- that on.
alter table identity_player add column email_at timestamptz;
