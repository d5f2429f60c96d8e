import type { Json } from './case.ts'

/** Fields about a case's origin and topic: never compared. */
const REMARKS: ReadonlySet<string> = new Set(
  (
    'id note notes comment comments remark description source sources src provenance reference url link ' +
    'fixture fixture_id event event_id match match_id game_id title name date season league competition ' +
    'tournament country region tour surface venue stadium neutral neutral_venue referee attendance ' +
    'rule odds_source bookmaker cross_checked license licence tags home_team away_team teams'
  ).split(' '),
)

/** An object's fields, and which were understood. */
export type Fields = { readonly json: Json; readonly used: Set<string> }

export const fieldsOf = (json: Json): Fields => ({ json, used: new Set() })

/** The value of the first present field. A field counts as read only if understood. Throws on contradictions. */
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

/** The fields not understood, by name, without remarks. */
export const unreadOf = (what: string, fields: Fields): string[] =>
  unreadNames(fields).map((name) => `field ${name} of ${what}`)

const unreadNames = ({ json, used }: Fields): string[] =>
  Object.entries(json)
    .filter(([name, value]) => value !== null && !used.has(name) && !REMARKS.has(name))
    .map(([name]) => name)

/** A case's fields that would change its result; others are remarks. */
const MEANT =
  /^(rule_?4|deduction|commission|bonus|boost|free_?bet|max_|most_|cap|terms|dead_heat|void|status|ending|retired|walkover|abandoned|handicap|hcp|spread|total|points|over|under|side|player|result|winner|settings|format|best_of|half|quarter|set|inning|frame|round|overtime|extra_time|tax|fee|rounding|each_way|place|banker)/

/** A case's unread fields that matter. */
export const unreadOfCase = (what: string, one: Json, read: string): string[] => {
  const fields = { json: one, used: new Set(read.split(' ')) }
  return unreadNames(fields)
    .filter((name) => MEANT.test(name))
    .map((name) => `field ${name} of ${what}`)
}

/** How each expected field is compared. */
export type Comparisons = Readonly<Record<string, (value: unknown) => string | undefined>>

/** Compares every expected field. One without a comparison is reported by name. */
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
