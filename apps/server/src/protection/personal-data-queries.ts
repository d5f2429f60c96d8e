import type { PersonalTable } from '../platform/personal-data.ts'

/**
 * Personal data protection keeps: Portaria SPA/MF 1.231/2024 and 722/2024 require it to be available five years
 * later.
 */
export const protectionPersonalData: readonly PersonalTable[] = [
  { table: 'protection_limit', owner: 'player_id', newest: 'changed_at', until: 'law' },
  { table: 'protection_own_limit', owner: 'player_id', newest: 'changed_at', until: 'law' },
  { table: 'protection_limit_change', owner: 'player_id', newest: 'id', until: 'law' },
  {
    table: 'protection_person_account',
    owner: 'player_id',
    newest: 'joined_at',
    until: 'law',
    without: ['person_id'],
  },
  { table: 'protection_break', owner: 'player_id', newest: 'id', until: 'law' },
  {
    table: 'protection_suspension',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    // The suspicion may be of a crime, and its subject must not learn of it (docs/decisions/0080).
    without: ['reason', 'suspended_by', 'lift_reason', 'lifted_by'],
  },
  { table: 'protection_activity', owner: 'player_id', newest: 'day', until: 'law' },
  { table: 'protection_reality', owner: 'player_id', newest: 'changed_at', until: 'law' },
  {
    table: 'protection_told_risks',
    owner: 'player_id',
    newest: 'told_at',
    until: 'law',
    without: ['session_id'],
  },
  { table: 'protection_cool_off', owner: 'player_id', newest: 'day', until: 'law' },
  {
    table: 'protection_communication',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    without: ['source'],
    shows: { text_key: 'message' },
  },
  { table: 'protection_case', owner: 'player_id', newest: 'id', until: 'law' },
  { table: 'protection_case_step', owner: 'player_id', newest: 'taken_at', until: 'law' },
  {
    table: 'protection_document_picture',
    owner: 'player_id',
    newest: 'given_at',
    until: 'person',
    leftOut: 'your document and your face, kept encrypted; support hands them to the person whom they show',
  },
  {
    table: 'protection_document_check',
    owner: 'player_id',
    newest: 'id',
    until: 'law',
    without: ['reference', 'claim', 'claimed_at'],
  },
  {
    table: 'protection_register_answer',
    owner: 'player_id',
    newest: 'player_id',
    until: 'law',
    // The register tells the person why they are impeded; we tell nobody (docs/decisions/0061).
    without: ['reason', 'claim', 'claimed_at'],
  },
]
