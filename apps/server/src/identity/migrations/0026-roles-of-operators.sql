-- What each role of operators may do, in versions: one operator proposes the next, an independent one approves it. The highest
-- approved version holds. A version without a proposer came with the release.
create table identity_role_version (
  role text not null check (role ~ '^[a-z]{1,40}$'),
  version integer not null check (version > 0),
  permissions text[] not null,
  base_version integer not null check (base_version >= 0 and base_version < version),
  proposed_by bigint references identity_operator (id),
  proposed_at timestamptz not null default now(),
  approved_by bigint references identity_operator (id),
  approved_at timestamptz,
  rejected_by bigint references identity_operator (id),
  rejected_at timestamptz,
  primary key (role, version),
  constraint identity_role_version_decided_once check (approved_at is null or rejected_at is null),
  constraint identity_role_version_rejected_is_whole check ((rejected_by is null) = (rejected_at is null)),
  constraint identity_role_version_approved_by_another check (
    (proposed_by is null and approved_by is null)
    or (approved_by is null) = (approved_at is null) and approved_by is distinct from proposed_by
  )
);
grant update (approved_by, approved_at, rejected_by, rejected_at) on identity_role_version to palpite_app;

insert into identity_role_version (role, version, permissions, base_version, approved_at) values
  ('support', 1, array['players.read', 'bets.read', 'rounds.read', 'support.answer'], 0, now()),
  ('payments', 1, array['players.read', 'withdrawals.review', 'topups.giveBack', 'books.read', 'bank.ask',
                        'addresses.deny'], 0, now()),
  ('trader', 1, array['feeds.read', 'bets.read', 'bets.review', 'prices.keep', 'markets.suspend', 'markets.settle'], 0,
   now()),
  ('risk', 1, array['feeds.read', 'players.read', 'players.bound', 'bets.read', 'bets.review', 'rounds.read',
                    'markets.suspend', 'addresses.deny'], 0, now()),
  ('marketing', 1, array['players.read', 'discounts.grant', 'freeRounds.grant', 'freeBets.grant', 'boosts.give',
                         'rewards.decide'], 0, now()),
  ('compliance', 1, array['audit.read', 'players.read', 'players.correct', 'players.flag', 'players.bound', 'bets.read',
                          'rounds.read', 'harm.decide', 'reports.read', 'reports.make', 'identities.check'], 0, now()),
  ('finance', 1, array['books.read', 'books.settle', 'bank.ask', 'reports.read', 'reports.make'], 0, now()),
  ('admin', 1, array['settings.read', 'settings.propose', 'settings.approve', 'audit.read', 'feeds.read', 'players.read',
                     'players.correct', 'players.flag', 'players.bound', 'bets.read', 'bets.review', 'rounds.read',
                     'prices.keep', 'markets.suspend', 'markets.settle', 'discounts.grant', 'freeRounds.grant',
                     'freeBets.grant', 'boosts.give', 'studios.read', 'studios.manage', 'withdrawals.review',
                     'topups.giveBack', 'books.read', 'books.settle', 'bank.ask', 'addresses.deny', 'support.answer',
                     'rewards.decide', 'harm.decide', 'reports.read', 'reports.make', 'identities.check', 'system.read',
                     'operators.manage'], 0, now()),
  ('auditor', 1, array['settings.read', 'audit.read', 'feeds.read', 'players.read', 'bets.read', 'rounds.read',
                       'studios.read', 'books.read', 'reports.read', 'system.read'], 0, now());

-- `permissions` stays all that an operator may do, as every server reads it with every call; it is written anew with each change
-- of a role. What was granted beside the roles is kept apart; null: all of it, as servers of the version before write it.
alter table identity_operator add column roles text[] not null default '{}';
alter table identity_operator add column single_permissions text[];

-- Who asked for an operator to get what two grant. A second, independent operator has to ask for the same.
create table identity_operator_role_request (
  operator_id bigint not null references identity_operator (id),
  asked_by bigint not null references identity_operator (id),
  roles text[] not null,
  single_permissions text[] not null,
  asked_at timestamptz not null default now(),
  primary key (operator_id, asked_by),
  constraint identity_operator_role_request_by_another check (operator_id <> asked_by)
);
grant update, delete on identity_operator_role_request to palpite_app;
