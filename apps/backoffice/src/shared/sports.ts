import type { DataOf } from './api.ts'
import type { TextKey } from './text.ts'

export type Sport = DataOf<'GET /api/backoffice/bets'>['items'][number]['sport']

export const sportNames: Readonly<Record<Sport, TextKey>> = {
  football: 'sport.football.name',
  basketball: 'sport.basketball.name',
  tennis: 'sport.tennis.name',
  boxing: 'sport.boxing.name',
  snooker: 'sport.snooker.name',
  baseball: 'sport.baseball.name',
  volleyball: 'sport.volleyball.name',
  badminton: 'sport.badminton.name',
  american_football: 'sport.americanFootball.name',
  table_tennis: 'sport.tableTennis.name',
  cricket: 'sport.cricket.name',
  racing: 'sport.racing.name',
}

export const sports = Object.keys(sportNames) as readonly Sport[]
