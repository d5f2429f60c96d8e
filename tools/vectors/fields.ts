import type { Json } from './case.ts'

/** Fields that say where a case comes from and what it is about: nothing is compared with them. */
const REMARKS: ReadonlySet<string> = new Set(
  (
    'id note notes comment comments remark description source sources src provenance reference url link ' +
    'fixture fixture_id event event_id match match_id game_id title name date season league competition ' +
    'tournament country region tour surface venue stadium neutral neutral_venue referee attendance ' +
    'rule odds_source bookmaker cross_checked license licence tags home_team away_team teams'
  ).split(' '),
)

/** The fields of an object that is read piece by piece, and which of them were understood. */
export type Fields = { readonly json: Json; readonly used: Set<string> }

export const fieldsOf = (json: Json): Fields => ({ json, used: new Set() })

/**
 * What the first of these fields that is there says. A field counts as read only if it was understood.
 * Throws when two of them contradict each other.
 */
export const take = <T>(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined => {
  let found: { name: string; value: T } | undefined
  for (const name of names) {
    const written = Object.hasOwn(fields.json, name) ? fields.json[name] : undefined
    const value = written === undefined || written === null ? undefined : read(written)
    if (value === undefined) continue
    fields.used.add(name)
    found ??= { name, value }
    if (JSON.stringify(found.value) !== JSON.stringify(value))
      throw new Error(`${found.name} and ${name} contradict each other`)
  }
  return found?.value
}

/** The fields nobody understood, by name: those that say something and are no mere remark. */
export const unreadOf = (what: string, fields: Fields): string[] =>
  unreadNames(fields).map((name) => `field ${name} of ${what}`)

const unreadNames = ({ json, used }: Fields): string[] =>
  Object.entries(json)
    .filter(([name, value]) => value !== null && !used.has(name) && !REMARKS.has(name))
    .map(([name]) => name)

/** Fields of a case that would change what comes of it; others of a case (not of its state) are taken for remarks. */
const MEANT =
  /^(rule_?4|deduction|commission|bonus|boost|free_?bet|max_|most_|cap|terms|dead_heat|void|status|ending|retired|walkover|abandoned|handicap|hcp|spread|total|points|over|under|side|player|result|winner|settings|format|best_of|half|quarter|set|inning|frame|round|overtime|extra_time|tax|fee|rounding|each_way|place|banker)/

/** Fields of the case itself that nobody read and that mean something. */
export const unreadOfCase = (what: string, one: Json, read: string): string[] => {
  const fields = { json: one, used: new Set(read.split(' ')) }
  return unreadNames(fields)
    .filter((name) => MEANT.test(name))
    .map((name) => `field ${name} of ${what}`)
}

/** How each field of what a case expects is compared; it says what differs. */
export type Comparisons = Readonly<Record<string, (value: unknown) => string | undefined>>

/** Compares every field of an expectation. One that nothing compares is told by name, so that it cannot pass in silence. */
export const compareFields = (
  what: string,
  expected: Json,
  comparisons: Comparisons,
): { wrongs: (string | undefined)[]; unread: string[] } => {
  const fields = fieldsOf(expected)
  const wrongs = Object.entries(comparisons).map(([name, compare]) => {
    const value = Object.hasOwn(expected, name) ? expected[name] : undefined
    if (value === undefined || value === null) return undefined
    fields.used.add(name)
    return compare(value)
  })
  return { wrongs, unread: unreadOf(what, fields) }
}
