import type { Sport } from '@palpite/odds'
import { openExchangeReader } from '../../apps/server/src/feeds/index.ts'
import { list, number, object, text, type Json } from './case.ts'
import { NotKnown } from './feed-market.ts'
import type { Readings } from './feed-world.ts'

/** The exchange's number of each sport. */
const EVENT_TYPES: Readonly<Record<Sport, string>> = {
  football: '1',
  tennis: '2',
  cricket: '4',
  boxing: '6',
  racing: '7',
  american_football: '6423',
  snooker: '6422',
  baseball: '7511',
  basketball: '7522',
  volleyball: '998917',
  table_tennis: '2593174',
  badminton: '627555',
}

/** A market's state from the lines before: its definition and its order book. */
type Market = { definition: Json; offered: Map<number, number> }

export type Exchange = ReturnType<typeof openExchange>

/**
 * The streams of an exchange, from a case's lines: a message of the stream, with missing parts (times, the market's
 * fixed fields) filled in; or only runners, which stand for a definition and best offers.
 */
export function openExchange(sport: Sport, participants: readonly string[]) {
  const names = new Map<number, string>()
  const reader = openExchangeReader({ competition: 'Copa', runners: names })
  const markets = new Map<string, Market>()
  let clock = 0

  const rememberNames = (runners: readonly Json[]) => {
    for (const runner of runners) {
      const id = number(runner['id'])
      const name = text(runner['name'])
      if (id !== undefined && name !== undefined) names.set(id, name)
    }
    const ids = runners.flatMap((runner) => number(runner['id']) ?? [])
    if (names.size === 0 && participants.length === ids.length)
      for (const [at, id] of ids.entries()) names.set(id, participants[at] ?? '')
  }

  /** One market's change in the stream's own form. */
  const changeOf = (said: Json, kind: string): Json => {
    const id = text(said['id'] ?? said['marketId']) ?? MARKET_IDS[kind] ?? '1.100000001'
    const before = markets.get(id)
    const { runners: short, marketDefinition, market: _market, id: _id, marketId: _marketId, ...rest } = said
    const { img, rc, con, tv, op: _op, pt: _pt, clk: _clk, agoMs: _agoMs, ct: _ct, ...fields } = rest
    const definition = object(marketDefinition)
    const runners = (marketDefinition === undefined ? list(short) : list(definition['runners'])).map(object)
    rememberNames([...runners, ...list(short).map(object)])
    const quotes = new Map(
      [...list(short).map(object), ...runners].flatMap((runner) =>
        'best' in runner ? [[number(runner['id']) ?? 0, number(runner['best'])] as const] : [],
      ),
    )
    const isDefined = marketDefinition !== undefined || short !== undefined || Object.keys(fields).length > 0
    const offered = new Map(img === true ? [] : before?.offered)
    const changes = [...quotes].map(([runner, best]) => {
      const was = offered.get(runner)
      if (best === undefined) offered.delete(runner)
      else offered.set(runner, best)
      return {
        id: runner,
        atb: [
          ...(was === undefined || was === best ? [] : [[was, 0]]),
          ...(best === undefined ? [] : [[best, 100]]),
        ],
      }
    })
    const known = before?.definition ?? defaults(sport, kind)
    const listed = runners.length > 0 ? runners.map(withoutQuote) : list(known['runners'])
    const whole = { ...known, ...fields, ...definition, runners: listed }
    if (isDefined) markets.set(id, { definition: whole, offered })
    else if (before) markets.set(id, { ...before, offered })
    return {
      id,
      ...(img === true || !before ? { img: true } : {}),
      ...(con === undefined ? {} : { con }),
      ...(tv === undefined ? {} : { tv }),
      ...(isDefined ? { marketDefinition: whole } : {}),
      ...(rc !== undefined || changes.length > 0 ? { rc: [...list(rc), ...changes] } : {}),
    }
  }

  return {
    /** The reading of one line, sent at this moment by the exchange's clock. */
    read: (line: unknown, at: number, kind: string): Readings => {
      const parsed = typeof line === 'string' ? parse(line) : line
      if (typeof parsed === 'string') return readLine(parsed, parsed.includes('"ccm"'))
      const said = object(parsed)
      clock += 1
      const head = { op: 'mcm', pt: at, clk: `case ${clock}` }
      if (said['op'] === 'ccm') return readLine(JSON.stringify({ ...head, ...said }), true)
      if (said['op'] !== undefined && said['op'] !== 'mcm') return readLine(JSON.stringify(said), false)
      const { mc, op: _op, agoMs: _agoMs, ...rest } = said
      const whole =
        mc === undefined
          ? said['ct'] === 'HEARTBEAT'
            ? { ...head, ...rest }
            : { ...head, ...stamped(said), mc: [changeOf(said, kindOf(said, kind))] }
          : { ...head, ...rest, mc: list(mc).map((one) => changeOf(object(one), kindOf(object(one), kind))) }
      return readLine(JSON.stringify(whole), false)
    },
    /** The runner that a case names by the exchange's id; another text is its own name. */
    runnerNamed: (written: string): string => names.get(Number(written)) ?? written,
  }

  function readLine(line: string, isScore: boolean): Readings {
    return isScore ? reader.readScore(line) : reader.readMarket(line)
  }
}

/** A line of text as an object, or unchanged if it is no JSON. */
const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

const stamped = (said: Json): Json => ({
  ...(said['pt'] === undefined ? {} : { pt: said['pt'] }),
  ...(said['clk'] === undefined ? {} : { clk: said['clk'] }),
})

const withoutQuote = ({ best: _best, factor, ...runner }: Json): Json => ({
  status: 'ACTIVE',
  ...(factor === undefined ? {} : { adjustmentFactor: factor }),
  ...runner,
})

/** One market id for each kind that a case plays. */
const MARKET_IDS: Readonly<Record<string, string>> = {
  WIN: '1.100000001',
  PLACE: '1.100000002',
  MATCH_ODDS: '1.100000003',
}

const KINDS: Readonly<Record<string, string>> = {
  'racing.win': 'WIN',
  win: 'WIN',
  'racing.place': 'PLACE',
  place: 'PLACE',
  'cricket.winner': 'MATCH_ODDS',
  winner: 'MATCH_ODDS',
}

/** The exchange's word for the market that a line or a step is about. */
export function kindOf(said: Json, otherwise: string): string {
  const named = text(said['market'])
  if (named !== undefined) {
    const kind = KINDS[named] ?? (Object.values(KINDS).includes(named) ? named : undefined)
    if (kind === undefined) throw new NotKnown(`market ${named} of an exchange`)
    return kind
  }
  const id = text(said['id'] ?? said['marketId'])
  const [byId] = Object.entries(MARKET_IDS).find(([, one]) => one === id) ?? []
  return text(object(said['marketDefinition'])['marketType'] ?? said['marketType']) ?? byId ?? otherwise
}

const HOUR_MS = 3_600_000

const defaults = (sport: Sport, kind: string): Json => ({
  eventId: '30000001',
  eventTypeId: EVENT_TYPES[sport],
  marketType: kind,
  marketTime: new Date(Date.now() + HOUR_MS).toISOString(),
  status: 'OPEN',
  inPlay: false,
  betDelay: 0,
  numberOfWinners: kind === 'PLACE' ? 3 : 1,
  version: 1,
  runners: [],
})
