import type { PersonalTable } from '../platform/personal-data.ts'

/** What the message centre and the support chat store about a player, in deletion order. */
export const messagesPersonalData: readonly PersonalTable[] = [
  {
    table: 'messages_message',
    owner: 'player_id',
    newest: 'id',
    until: 'contact',
    without: ['source', 'link'],
    shows: { text_key: 'message' },
  },
  {
    table: 'messages_preference',
    owner: 'player_id',
    newest: 'kind',
    until: 'contact',
    without: ['hour_began_at', 'left_in_hour'],
  },
  { table: 'messages_reader', owner: 'player_id', newest: 'player_id', until: 'contact' },
  {
    table: 'messages_push_target',
    owner: 'player_id',
    newest: 'id',
    until: 'contact',
    without: ['endpoint', 'p256dh', 'auth'],
  },
  {
    table: 'messages_picture',
    owner: 'player_id',
    newest: 'line_id',
    until: 'contact',
    leftOut: 'pictures stand in the chat, from which each can be saved',
  },
  { table: 'messages_line', owner: 'player_id', newest: 'id', until: 'person', without: ['about_id'] },
  {
    table: 'messages_thread',
    owner: 'player_id',
    newest: 'id',
    until: 'person',
    without: ['next_mail_at', 'mail_tries', 'player_types_until', 'operator_types_until', 'assigned_to'],
  },
]
