import type { PersonalTable } from '../platform/personal-data.ts'

/** What identity keeps of a player. */
export const identityPersonalData: readonly PersonalTable[] = [
  {
    table: 'identity_player',
    owner: 'id',
    newest: 'created_at',
    until: 'person',
    isKeptInPart: true,
    // What the register of persons says: a name and a CPF may be somebody else's, whose day of birth this would tell (0064).
    without: ['password_hash', 'referrer_id', 'birth_date', 'person_doubt'],
  },
  {
    table: 'identity_session',
    owner: 'player_id',
    newest: 'created_at',
    until: 'contact',
    without: ['step_up_challenge', 'step_up_challenge_ends_at'],
  },
  { table: 'identity_sign_in', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_known_network', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  { table: 'identity_known_device', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  {
    table: 'identity_passkey',
    owner: 'player_id',
    newest: 'id',
    until: 'contact',
    without: ['public_key', 'user_handle'],
  },
  {
    table: 'identity_player_factor',
    owner: 'player_id',
    newest: 'created_at',
    until: 'contact',
    without: ['last_step'],
  },
  { table: 'identity_recovery_code', owner: 'player_id', newest: 'created_at', until: 'contact' },
  { table: 'identity_player_factor_reset', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_payee_code', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_email_change', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_reset', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_sign_in_link', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_secured_notice', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_taken_notice', owner: 'player_id', newest: 'noted_at', until: 'contact' },
  {
    table: 'identity_sign_in_ticket',
    owner: 'player_id',
    newest: 'ends_at',
    until: 'contact',
    leftOut: 'a sign-in that waits some minutes for its second factor',
  },
  { table: 'identity_player_country', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  {
    table: 'identity_country_code',
    owner: 'player_id',
    newest: 'ends_at',
    until: 'contact',
    leftOut: 'a sign-in that waits some minutes for its mailed code',
  },
  { table: 'identity_accepted_terms', owner: 'player_id', newest: 'accepted_at', until: 'law' },
  { table: 'identity_closing', owner: 'player_id', newest: 'closed_at', until: 'law' },
  { table: 'identity_export', owner: 'player_id', newest: 'exported_at', until: 'contact' },
]
