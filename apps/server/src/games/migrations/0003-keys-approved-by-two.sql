-- Whoever holds the secret of a studio's key pays players whatever the key signs for. The secret is shown to the operator who
-- made the key: it is good once a second one, independent of the first, has approved it.
alter table games_studio_key add column made_by bigint; -- nobody: the key of our own studio, from the configuration
alter table games_studio_key add column approved_by bigint;
alter table games_studio_key add column approved_at timestamptz;
-- How long the other keys of the studio stay good from the approval on.
alter table games_studio_key add column overlap_minutes int not null default 0 check (overlap_minutes >= 0);
update games_studio_key set approved_at = created_at; -- those of before this rule stay good
alter table games_studio_key
  add constraint games_studio_key_four_eyes check (approved_by <> made_by),
  add constraint games_studio_key_approval_is_whole check (approved_by is null or approved_at is not null),
  add constraint games_studio_key_made_is_approved
    check (made_by is null or approved_at is null or approved_by is not null);
grant update (approved_by, approved_at) on games_studio_key to palpite_app;
