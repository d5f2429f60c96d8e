import type { Competition } from './competition.ts'
import { footballLeagues } from './football.ts'
import { playerLeagues } from './players.ts'
import { raceMeetings } from './racing.ts'
import { teamLeagues } from './team-sports.ts'

/** Every competition of the simulator's calendar. */
export const competitions: readonly Competition[] = [
  ...footballLeagues,
  ...teamLeagues,
  ...playerLeagues,
  ...raceMeetings,
]

/** Where these two meet: a match is scheduled between two of one competition, and of no other. */
export const competitionOf = (home: string, away: string): Competition | undefined =>
  competitions.find(({ entrants }) => entrants.includes(home) && entrants.includes(away))
