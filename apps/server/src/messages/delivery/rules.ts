import { type MessageKind, messageKinds } from '@palpite/contract'
import type { PreferenceRow, Quiet } from './queries.ts'

/** By default no pushes are sent at night. */
export const nightly: Quiet = { fromMinute: 22 * 60, toMinute: 8 * 60 }

/** Messages about money and the account are always in the centre. */
const alwaysInCentre: readonly MessageKind[] = ['cashier', 'system']

/** The preference for each kind; by default only the centre. */
export const wholePreferences = (rows: readonly PreferenceRow[]): PreferenceRow[] =>
  messageKinds.map(
    (kind) => rows.find((row) => row.kind === kind) ?? { kind, centre: true, mail: false, push: false },
  )

/** A preference as it is stored: messages about money and the account stay in the centre. */
export const keptPreference = (wish: PreferenceRow): PreferenceRow => ({
  ...wish,
  centre: wish.centre || alwaysInCentre.includes(wish.kind),
})

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
})
const DAY_MINUTES = 1440

/** Minutes left of the quiet hours; 0 outside of them. Equal start and end means no quiet hours. */
export function quietMinutesLeft({ fromMinute, toMinute }: Quiet, now: Date): number {
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number)
  const at = (hour % 24) * 60 + minute
  const length = (toMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES
  const since = (at - fromMinute + DAY_MINUTES) % DAY_MINUTES
  return since < length ? length - since : 0
}

/** The push services of browsers. The server calls no other address that a player names. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
  /^(?:web\.push|[\w-]+\.push)\.apple\.com$/,
]

/** Whether pushes may be sent to this address. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  return url?.protocol === 'https:' && url.port === '' && services.some((host) => host.test(url.hostname))
}
