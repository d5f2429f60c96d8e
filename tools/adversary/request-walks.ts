import type { OperatorCallKey } from '../../packages/contract/src/backoffice/index.ts'
import type { CallKey } from '../../packages/contract/src/index.ts'
import type { AttackedApp } from './attacked-app.ts'
import { betOn, CHOICES, type Game, type PacedGame, stepIn, accepted } from './game-requests.ts'
import { type AttackingPlayer, type Offer, openPlayers, passwordGiven } from './players.ts'
import { type Asked, insist } from './request.ts'

/** A valid request, and fields that make it a different one under the same id; `undefined` omits one. */
export type Walked = {
  asked: Asked
  others: object[]
  player?: AttackingPlayer
  /** Its draw may happen at any moment, and pay: the round is the same, its state and the money need not be. */
  isDrawn?: boolean
}

/** Other choices for each game. */
const otherChoices: Record<Game, object[]> = {
  dice: [{ direction: 'under' }, { targetHundredths: 5051 }],
  limbo: [{ targetHundredths: 201 }],
  mines: [{ mineCount: 4 }],
  rowDouble: [{ difficulty: 'hard' }],
  double: [{ colour: 'black' }],
  luckyColor: [{ room: '180' }, { pick: 'red' }],
}

/** What the requests refer to, read when they are created: tomorrow's prices, and an operator with all permissions. */
export type World = { attacked: AttackedApp; offers: readonly Offer[]; operatorToken: string }

type Walks = Partial<Record<CallKey | OperatorCallKey, () => Promise<Walked>>>

/** A request of each call with an id, and its variation; for calls that need only a request. */
export const requestWalks = (world: World): Walks => ({
  ...moneyWalks(world),
  ...betWalks(world),
  ...gameWalks(world),
  ...operatorWalks(world),
})

/** Parts of requests. */
function madeIn(world: World) {
  const requestId = () => world.attacked.deps.random.hex(16)
  const playerWith = async (cents = 50_000): Promise<AttackingPlayer> => {
    const [player] = await openPlayers(world.attacked.deps, [{ cents }])
    if (!player) throw new Error('a player opens')
    await passwordGiven(world.attacked.deps, player)
    return player
  }
  const offer = (at: number) => world.offers[at % world.offers.length] as Offer
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  const betBody = () => ({
    requestId: requestId(),
    unitStakeCents: 200,
    ...offer(0),
    accept: 'within',
    withinBps: 100,
  })
  const otherBets = () => [
    { unitStakeCents: 201 },
    { legs: offer(1).legs },
    { legs: offer(0).legs.map((leg) => ({ ...leg, priceMilli: leg.priceMilli + 1 })) },
    { legs: offer(0).legs.map((leg) => ({ ...leg, minPriceMilli: 1100 })) },
    { accept: 'any', withinBps: undefined },
    { withinBps: 101 },
  ]
  return { requestId, playerWith, offer, inAnHour, betBody, otherBets }
}

/** Money of a player, and messages to support. */
function moneyWalks(world: World): Walks {
  const { playerWith, requestId, betBody } = madeIn(world)
  return {
    'POST /api/app/order/withdraw': async () => {
      const player = await playerWith()
      const body = {
        payCardBank: 'CPF',
        payCardNo: player.cpf,
        ifsc: player.cpf,
        name: 'Ana Souza',
        amount: 60,
      }
      const asked = {
        path: '/api/app/order/withdraw',
        token: player.token,
        body: { ...body, whatsapp: '', requestId: requestId() },
      }
      const others = [
        { amount: 60.01 },
        { payCardNo: '52998224725' },
        { payCardBank: 'CNPJ' },
        { name: 'Ana Lima' },
        { whatsapp: '11987654321' },
        { ifsc: '' },
      ]
      return { player, asked, others }
    },
    'POST /api/app/order/transfer': async () => {
      const [player, getter, other] = [await playerWith(), await playerWith(), await playerWith()]
      const body = { requestId: requestId(), user: getter.email, amount: 20 }
      const asked = { path: '/api/app/order/transfer', token: player.token, body }
      return {
        player,
        asked,
        others: [{ amount: 20.01 }, { user: other.email }, { user: 'nobody@attacks.example' }],
      }
    },
    'POST /api/app/user/giveBonusBack': async () => {
      const player = await playerWith()
      const body = { requestId: requestId() }
      return { player, asked: { path: '/api/app/user/giveBonusBack', token: player.token, body }, others: [] }
    },
    'POST /api/app/rewards/checkIn': async () => {
      const player = await playerWith()
      const body = { requestId: requestId() }
      return { player, asked: { path: '/api/app/rewards/checkIn', token: player.token, body }, others: [] }
    },
    'POST /api/app/support/say': async () => {
      const player = await playerWith()
      const bet = { path: '/api/app/sportsbook/betPlay', token: player.token, body: betBody() }
      const { data } = await insist(world.attacked.url, bet)
      const about = { kind: 'bet', id: String(data['betId']) }
      const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
      const body = { requestId: requestId(), text: 'where is it', about, picture: pixel }
      return {
        player,
        asked: { path: '/api/app/support/say', token: player.token, body },
        others: [
          { text: 'where is she' },
          { about: undefined },
          { picture: undefined },
          { picture: pixel.replace('mNk', 'mNl') },
        ],
      }
    },
  }
}

/** Bets, one or several per call, and cash-outs. */
function betWalks(world: World): Walks {
  const { playerWith, requestId, offer, betBody, otherBets } = madeIn(world)
  return {
    'POST /api/app/sportsbook/betPlay': async () => {
      const player = await playerWith()
      const asked = { path: '/api/app/sportsbook/betPlay', token: player.token, body: betBody() }
      return { player, asked, others: otherBets() }
    },
    'POST /api/app/sportsbook/referBet': async () => {
      const player = await playerWith()
      const asked = { path: '/api/app/sportsbook/referBet', token: player.token, body: betBody() }
      return { player, asked, others: otherBets() }
    },
    'POST /api/app/sportsbook/betSlip': async () => {
      const player = await playerWith()
      const body = betBody()
      const slip = (other: object) => ({ tickets: [{ ...body, ...other }] })
      const asked = { path: '/api/app/sportsbook/betSlip', token: player.token, body: slip({}) }
      return { player, asked, others: otherBets().map(slip) }
    },
    'POST /api/app/sportsbook/cashOut': async () => {
      const player = await playerWith()
      const { token } = player
      const quoted = async (at: number) => {
        const body = {
          ...betBody(),
          unitStakeCents: 2_000,
          ...offer(at),
          accept: 'any',
          withinBps: undefined,
        }
        const { data } = await insist(world.attacked.url, {
          path: '/api/app/sportsbook/betPlay',
          token,
          body,
        })
        const path = `/api/app/sportsbook/cashOuts?betIds=${String(data['betId'])}`
        const answer = await insist(world.attacked.url, { path, token })
        return (answer.data['offers'] as { quoteId: string }[])[0]?.quoteId ?? answer.text
      }
      const body = {
        requestId: requestId(),
        quoteId: await quoted(0),
        unitStakeCents: 1_000,
        minShareBps: 5_000,
      }
      const others = [
        { quoteId: await quoted(1) },
        { unitStakeCents: 1_001 },
        { unitStakeCents: 999 },
        { unitStakeCents: undefined },
      ]
      return { player, asked: { path: '/api/app/sportsbook/cashOut', token, body }, others }
    },
  }
}

/** Rounds of the small games, and their steps. */
function gameWalks(world: World): Walks {
  const { playerWith } = madeIn(world)
  const played = (game: Game) => async (): Promise<Walked> => {
    const player = await playerWith()
    const isDrawn = game === 'double' || game === 'luckyColor'
    const others = [{ stakeCents: 101 }, ...otherChoices[game]]
    return { player, isDrawn, asked: betOn(world.attacked, player, game), others }
  }

  const stepped = (game: PacedGame) => async (): Promise<Walked> => {
    const player = await playerWith()
    const { roundId } = await accepted(world.attacked, betOn(world.attacked, player, game))
    const asked = stepIn(world.attacked, player, game, { roundId, tile: 0 })
    return { player, asked, others: [{ tile: 1 }, { tile: null }] }
  }
  return {
    ...Object.fromEntries(
      (Object.keys(CHOICES) as Game[]).map((game) => [`POST /api/app/games/${game}/betPlay`, played(game)]),
    ),
    'POST /api/app/games/mines/step': stepped('mines'),
    'POST /api/app/games/rowDouble/step': stepped('rowDouble'),
  }
}

/** Gifts of operators. */
function operatorWalks(world: World): Walks {
  const { playerWith, requestId, offer, inAnHour } = madeIn(world)
  return {
    'POST /api/backoffice/players/:playerId/freeBets': async () => {
      const { playerId } = await playerWith()
      const gift = { stakeCents: 500, minPriceMilli: 1500, kinds: ['single'], endsAt: inAnHour() }
      const body = { ...gift, requestId: requestId(), reason: 'an evening without a feed' }
      return {
        asked: { path: `/api/backoffice/players/${playerId}/freeBets`, token: world.operatorToken, body },
        others: [
          { stakeCents: 501 },
          { minPriceMilli: 1501 },
          { kinds: ['single', 'parlay'] },
          { endsAt: new Date(Date.now() + 7_200_000).toISOString() },
          { reason: 'an evening with a feed' },
        ],
      }
    },
    'POST /api/backoffice/players/:playerId/discount': async () => {
      const { playerId } = await playerWith()
      const discount = { discountBps: 100, startsAt: new Date().toISOString(), endsAt: inAnHour() }
      const body = { ...discount, requestId: requestId(), reason: 'an evening without a feed' }
      return {
        asked: { path: `/api/backoffice/players/${playerId}/discount`, token: world.operatorToken, body },
        others: [
          { discountBps: 101 },
          { startsAt: new Date(Date.now() - 3_600_000).toISOString() },
          { endsAt: new Date(Date.now() + 7_200_000).toISOString() },
          { reason: 'an evening with a feed' },
        ],
      }
    },
    'POST /api/backoffice/maintenance': async () => {
      const [startsAt, later] = [inAnHour(), new Date(Date.now() + 7_200_000).toISOString()]
      const plan = {
        scope: 'withdrawals',
        startsAt,
        expectedEnd: later,
        reason: 'the bank changes its system',
      }
      return {
        asked: {
          path: '/api/backoffice/maintenance',
          token: world.operatorToken,
          body: { ...plan, requestId: requestId() },
        },
        others: [
          { scope: 'deposits' },
          { startsAt: null },
          { expectedEnd: new Date(Date.now() + 10_800_000).toISOString() },
          { reason: 'the bank changes its systems' },
        ],
      }
    },
    'POST /api/backoffice/boosts': async () => {
      const { outcomeId = '' } = offer(40).legs[0] ?? {}
      const { outcomeId: other = '' } = offer(41).legs[0] ?? {}
      const boost = { outcomeId, bps: 1000, maxStakeCents: 5000, endsAt: inAnHour() }
      return {
        asked: {
          path: '/api/backoffice/boosts',
          token: world.operatorToken,
          body: { ...boost, requestId: requestId(), reason: 'the derby of the round' },
        },
        others: [
          { outcomeId: other },
          { bps: 1001 },
          { maxStakeCents: 5001 },
          { endsAt: new Date(Date.now() + 1_800_000).toISOString() },
          { reason: 'the derby of the day' },
        ],
      }
    },
  }
}
