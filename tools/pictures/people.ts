import { randomBytes } from 'node:crypto'
import {
  call,
  type KnownPlayer,
  loggedIn,
  registered,
  rollElsewhere,
  toppedUp,
} from '../../tests/e2e/known-player.ts'
import { scheduleMatch, type World } from '../../tests/e2e/player.ts'
import type { Who } from './screen.ts'

/** A match that continues while pictures are taken. */
const PLAYED = { home: 'Porto Maracujá', away: 'Vila Jabuti', startsInSeconds: 1, speed: 1 }

/** Placeholders in table paths for names that differ per installation. */
export type Places = { match: string; liveMatch: string; activity: string; booking: string }

/** A path of the table with its placeholders filled. */
export const addressIn = (places: Places, path: string): string =>
  path.replace(/\{(\w+)\}/, (_, place: keyof Places) => places[place])

type Priced = { outcomeId: string; priceMilli: number; status: string }
type Fixtures = { fixtures: { fixtureId: string; markets: { outcomes: Priced[] }[] }[] }[]

const fixturesOf = async (world: World, token: string): Promise<Fixtures[number]['fixtures']> => {
  const path = '/api/app/sportsbook/fixtures?sport=football&when=tomorrow' // late in the evening there are none today
  return ((await call(world, token, path)) as Fixtures).flatMap(({ fixtures }) => fixtures)
}

/** A shared slip: the first prices of tomorrow's matches. */
async function shareSlip(world: World): Promise<string> {
  const { token } = await registered(world)
  const legs = (await fixturesOf(world, '')).slice(0, 2).flatMap(({ markets }) => {
    const open = markets[0]?.outcomes.find(({ status }) => status === 'open')
    return open ? [{ outcomeId: open.outcomeId }] : []
  })
  const { code } = (await call(world, token, '/api/app/sportsbook/booking', { legs })) as { code: string }
  return code
}

/** A match of tomorrow, a live one, an activity and a slip of this installation. */
export async function findPlaces(world: World): Promise<Places> {
  const match = (await fixturesOf(world, ''))[0]
  const { fixtureId: liveMatch } = await scheduleMatch(world, PLAYED)
  const { activities } = (await call(world, '', '/api/app/rewards/activities')) as {
    activities: { id: string }[]
  }
  return {
    match: match?.fixtureId ?? '',
    liveMatch,
    activity: activities[0]?.id ?? '',
    booking: await shareSlip(world),
  }
}

/** Bets on tomorrow's matches: a single, and a parlay of two. */
async function bet(world: World, { token }: KnownPlayer): Promise<void> {
  const legs = (await fixturesOf(world, token)).slice(0, 3).flatMap(({ markets }) => {
    const open = markets[0]?.outcomes.find(({ status }) => status === 'open')
    return open ? [{ outcomeId: open.outcomeId, priceMilli: open.priceMilli }] : []
  })
  for (const chosen of [legs.slice(0, 1), legs.slice(1, 3)]) {
    const requestId = randomBytes(16).toString('hex')
    const body = { requestId, unitStakeCents: 500, accept: 'any', legs: chosen }
    await call(world, token, '/api/app/sportsbook/betPlay', body)
  }
}

/** A returning player: topped up, bet and played. */
async function played(world: World, rolls: number): Promise<KnownPlayer> {
  const player = await toppedUp(world, await registered(world))
  for (let roll = 0; roll < rolls; roll += 1) {
    await rollElsewhere(world, player, { stakeCents: 25_00, targetHundredths: 2_00 })
  }
  return player
}

/** A player with limits: partly used, one pending looser, and in-play bets blocked. */
async function careful(world: World): Promise<KnownPlayer> {
  const player = await played(world, 2)
  const limits = [
    { kind: 'deposit', period: 'week', amount: 300_00 },
    { kind: 'loss', period: 'day', amount: 100_00 },
    { kind: 'loss', period: 'day', amount: 250_00 },
    { kind: 'stake', period: 'month', amount: 1500_00 },
    { kind: 'bets', period: 'day', amount: 20 },
    { kind: 'time', period: 'day', amount: 150 },
  ]
  for (const limit of limits) await call(world, player.token, '/api/app/protection/limit', limit)
  await call(world, player.token, '/api/app/protection/block', { product: 'in_play', length: '7d' })
  return player
}

/** Rounds that reach the first VIP level, at a price that rarely loses. */
const ROLLS_OF_A_LEVEL = 17

const arrive: Record<Who, (world: World) => Promise<string>> = {
  visitor: async () => '',
  newcomer: async (world) => (await registered(world)).token,
  player: async (world) => {
    const player = await played(world, 2)
    await bet(world, player)
    return player.token
  },
  climber: async (world) => (await played(world, ROLLS_OF_A_LEVEL)).token,
  careful: async (world) => (await careful(world)).token,
  tester: async (world) => (await loggedIn(world, 'teste@palpite.example', 'palpite-de-teste')).token,
}

/** Each one's session, opened on demand. */
export function people(world: World): (who: Who) => Promise<string> {
  const tokens = new Map<Who, Promise<string>>()
  return (who) => {
    const token = tokens.get(who) ?? arrive[who](world)
    tokens.set(who, token)
    return token
  }
}
