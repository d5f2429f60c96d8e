import { type OperatorCall, operatorCalls } from '@palpite/contract/backoffice'
import type { Known } from './list-rows.ts'

/** A list with its filters, as its screen asks for it. */
export type Look = { list: string; filter: string; path: string; body?: object }

type Values = Readonly<Record<string, string>>
type Shape = {
  _zod: {
    def: { type: string; innerType?: Shape; entries?: Values; shape?: Readonly<Record<string, Shape>> }
  }
}

const PREFIX = '/api/backoffice'
const CURSOR = 'cursor'

/** Calls that read no list: of one's own session, or of one thing of which the past has none. */
const isNoList = (path: string): boolean =>
  /\/session\/|\/filters$|\/(webhooks|checks|exposures|cases|studios|threads|pictures|days|lateWindows|campaigns|trading\/(?:fixtures|outcomes))\/:/.test(
    path,
  )

/**
 * Every list of the back office: without a filter, and with each value of each one. A filter that is no choice among a few
 * takes its value from `known`; one that is not named there throws, so that no new filter goes unmeasured.
 */
export function looksOf(known: Known, now: Date): Look[] {
  const calls = Object.entries(operatorCalls as Record<string, OperatorCall>)
  const read = calls.flatMap(([key, call]) => {
    const [method, path = ''] = key.split(' ')
    return method === 'GET' && !isNoList(path) ? looksAt(path, call, valuesOf(known, now)) : []
  })
  return [...read, ...together(known, now), ...searches(known)]
}

function looksAt(path: string, call: OperatorCall, values: (path: string, name: string) => string): Look[] {
  const place = path.replaceAll(/:(\w+)/g, (_, name: string) => values(path, name))
  const filters = Object.entries((call.query as Shape | undefined)?._zod.def.shape ?? {}).filter(
    ([name]) => name !== CURSOR,
  )
  const choices = (name: string, shape: Shape): string[] => {
    const { type, innerType, entries } = shape._zod.def
    if (type === 'optional' && innerType) return choices(name, innerType)
    return entries ? Object.values(entries) : [values(path, name)]
  }
  const needed = filters.filter(([, shape]) => shape._zod.def.type !== 'optional')
  const others = filters.filter(([, shape]) => shape._zod.def.type === 'optional')
  const bases = needed.reduce<Values[]>(
    (some, [name, shape]) =>
      some.flatMap((base) => choices(name, shape).map((value) => ({ ...base, [name]: value }))),
    [{}],
  )
  return bases.flatMap((base) => [
    lookOf(path, place, base),
    ...others.flatMap(([name, shape]) =>
      choices(name, shape).map((value) => lookOf(path, place, { ...base, [name]: value })),
    ),
  ])
}

const lookOf = (path: string, place: string, query: Values): Look => ({
  list: path.slice(PREFIX.length),
  filter: Object.entries(query)
    .map(([name, value]) => `${name}=${value.replace(/T.*Z$/, '')}`)
    .join(' '),
  path: `${place}?${new URLSearchParams(query).toString()}`,
})

const DAY_MS = 24 * 60 * 60_000
const dayOf = (now: Date, daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)

/** A value for a filter or a part of a path that is no choice among a few. */
const valuesOf = (known: Known, now: Date) => {
  const [start, end] = [dayOf(now, 60).toISOString(), dayOf(now, 59).toISOString()]
  const plain: Values = {
    ...known,
    id: known.betId,
    subject: `player:${known.playerId}`,
    operatorId: '7',
    action: 'players.searched',
    from: start,
    until: end,
    at: end,
    fromCents: '9700',
    untilCents: '50',
    sharedRoundId: '1',
    module: 'games',
  }
  const own: Readonly<Record<string, Values>> = {
    '/rounds': { id: known.roundId },
    '/books/journal': { from: start.slice(0, 10), until: end.slice(0, 10) },
    '/books/periods': { from: start.slice(0, 10), until: end.slice(0, 10) },
  }
  return (path: string, name: string): string => {
    const value = own[path.slice(PREFIX.length)]?.[name] ?? plain[name]
    if (value === undefined) throw new Error(`the bench has no value for ${name} of ${path}`)
    return value
  }
}

/** Filters together that find little or nothing, or much of one kind: the worst for an index that answers one of them. */
function together(known: Known, now: Date): Look[] {
  const [from, until] = [dayOf(now, 80).toISOString(), dayOf(now, 40).toISOString()]
  const asked: [list: string, query: Values][] = [
    ['/bets', { status: 'cashed_out', sport: 'tennis' }],
    ['/bets', { status: 'open', from, until, fromCents: '9700' }],
    ['/bets', { playerId: known.busyPlayerId }],
    ['/bets', { playerId: known.busyPlayerId, status: 'cashed_out' }],
    ['/bets', { playerId: known.playerId, fixtureId: known.fixtureId }],
    ['/bets', { fixtureId: known.fixtureId, until }],
    ['/rounds', { game: 'mines', status: 'open' }],
    ['/rounds', { playerId: known.playerId, game: 'dice', from, until }],
    ['/bets/marks', { kind: 'late', status: 'open' }],
    ['/bets/marks', { kind: 'opposed', status: 'seen' }],
    ['/audit', { operatorId: '7', action: 'operator.disabled' }],
    ['/audit', { subject: 'players', operatorId: '999' }],
    ['/audit', { subject: 'players', action: 'player.looked_up' }],
  ]
  return asked.map(([list, query]) => lookOf(`${PREFIX}${list}`, `${PREFIX}${list}`, query))
}

/** The search for players, by each of its ways. */
function searches({ email, cpf, playerId }: Known): Look[] {
  const list = '/players/find'
  const none = { emails: [], playerIds: [] }
  return [
    { filter: 'by e-mail', body: { ...none, emails: [email] } },
    { filter: 'by CPF', body: { ...none, cpfs: [cpf] } },
    { filter: 'by number', body: { ...none, playerIds: [Number(playerId)] } },
  ].map((look) => ({ ...look, list, path: `${PREFIX}${list}` }))
}
