import type { Sport } from '@palpite/odds'
import type { FixtureMessage } from '../updates/messages.ts'
import { samples } from './sport-samples.ts'

const HOUR_MS = 3_600_000

/** A fixture of a sport that begins in an hour, as a feed tells of it. */
export const sampleFixture = (sport: Sport, own: Partial<FixtureMessage> = {}): FixtureMessage => ({
  kind: 'fixture',
  key: `sport:${sport}`,
  sport,
  competition: `Copa de ${sport}`,
  title: sport === 'racing' ? '1º páreo' : null,
  participants: samples[sport].participants.map((name) => ({ name: `${name} ${sport}` })),
  startsAt: new Date(Date.now() + HOUR_MS),
  model: samples[sport].model,
  play: null,
  ...own,
})
