import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { defineCalls, instant } from './call.ts'

const sport = z.enum(SPORTS)
const id = z.string().check(z.regex(/^\d{1,18}$/))

/** A side's row in a season's table. */
const tableRow = z.object({
  rank: z.int(),
  name: z.string(),
  played: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  scored: z.int(),
  conceded: z.int(),
  points: z.int(),
})

/** A finished match and its result for the listed side; in head to head for the fixture's home side. */
const meeting = z.object({
  fixtureId: z.string(),
  startsAt: instant,
  home: z.string(),
  away: z.string(),
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  result: z.enum(['won', 'drawn', 'lost']),
})

/** Tables, form and head to head. */
export const leagueTableCalls = defineCalls({
  'GET /api/app/sportsbook/form/:fixtureId': {
    summary:
      'What led to a fixture: the table of its season, the last five results of each side, and those against each other',
    access: 'visitor',
    params: z.strictObject({ fixtureId: id }),
    data: z.object({
      season: z.string(),
      table: z.array(tableRow),
      home: z.array(meeting),
      away: z.array(meeting),
      headToHead: z.array(meeting),
    }),
  },
  'GET /api/app/sportsbook/standings': {
    summary: "The table of a competition's last season, from its results",
    access: 'visitor',
    query: z.strictObject({ sport, competition: z.string().check(z.minLength(1), z.maxLength(120)) }),
    data: z.object({ season: z.nullable(z.string()), rows: z.array(tableRow) }),
  },
})
