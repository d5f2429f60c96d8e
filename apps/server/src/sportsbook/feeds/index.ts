/** What is known of matches: the simulator and the importer, both through the same messages. */
export { importFootball } from './importer/import-football.ts'
export type { FeedMessage, PlayMessage } from './messages.ts'
export { fillCalendar, seedWorld } from './simulator/fill-calendar.ts'
export { selectChanges } from './queries.ts'
export { leagueOf } from './simulator/leagues.ts'
export { playDue } from './simulator/play-due.ts'
export { scheduleMatch } from './simulator/schedule-match.ts'
export { takeMessages } from './take-messages.ts'
