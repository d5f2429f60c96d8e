-- At which access a player was told the risks of betting (Portaria SPA/MF 1.231/2024), by the session, with the policy it was told under.
-- Kept for good, as what else a player was told of protection.
create table protection_told_risks (
  session_id bigint primary key,
  player_id bigint not null,
  policy_version text not null check (policy_version <> ''),
  told_at timestamptz not null default now()
);
create index protection_told_risks_of_player on protection_told_risks (player_id);
