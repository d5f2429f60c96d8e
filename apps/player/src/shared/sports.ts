import type { Calls } from '@palpite/contract'
import type { Glyph } from '@palpite/ui'
import type { TextKey } from './text/keys.ts'

export type Sport = Calls['GET /api/app/sportsbook/sports']['data'][number]['sport']

/** The glyph and the name of each sport. */
export const sportViews: Readonly<Record<Sport, { icon: Glyph; text: TextKey }>> = {
  football: { icon: 'soccer-ball-fill', text: 'app.sport.football' },
  basketball: { icon: 'basketball-fill', text: 'app.sport.basketball' },
  tennis: { icon: 'tennis-ball-fill', text: 'app.sport.tennis' },
  boxing: { icon: 'boxing-glove-fill', text: 'app.sport.boxing' },
  snooker: { icon: 'snooker', text: 'app.sport.snooker' },
  baseball: { icon: 'baseball-fill', text: 'app.sport.baseball' },
  volleyball: { icon: 'volleyball-fill', text: 'app.sport.volleyball' },
  badminton: { icon: 'badminton', text: 'app.sport.badminton' },
  american_football: { icon: 'football-fill', text: 'app.sport.americanFootball' },
  table_tennis: { icon: 'ping-pong-fill', text: 'app.sport.tableTennis' },
  cricket: { icon: 'cricket-fill', text: 'app.sport.cricket' },
  racing: { icon: 'flag-checkered-fill', text: 'app.sport.racing' },
}
