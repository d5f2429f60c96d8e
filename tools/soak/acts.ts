import { setTimeout as sleep } from 'node:timers/promises'
import { readUsdtAddress } from '@palpite/money/usdt'
import { NETWORKS } from '../../apps/server/src/cashier/testing/storm-faults.ts'
import {
  act,
  adopt,
  type Answer,
  answerOf,
  ask,
  type Data,
  fault,
  type Life,
  note,
  noteRound,
  type Player,
  type Round,
  TILES,
} from './player.ts'

type Act = (life: Life, player: Player) => Promise<unknown>

/** Players' acts by their names in reports, with weights. */
export const acts: Readonly<Record<string, { weight: number; run: Act }>> = {
  dice: { weight: 14, run: (life, player) => playRound(life, player, 'dice', rollOf(player)) },
  limbo: { weight: 8, run: (life, player) => playRound(life, player, 'limbo', { targetHundredths: 200 }) },
  mines: { weight: 8, run: (life, player) => climb(life, player, 'mines') },
  rowDouble: { weight: 8, run: (life, player) => climb(life, player, 'rowDouble') },
  double: { weight: 5, run: (life, player) => playShared(life, player, 'double') },
  luckyColor: { weight: 5, run: (life, player) => playShared(life, player, 'luckyColor') },
  bet: { weight: 22, run: bet },
  cashOut: { weight: 8, run: cashOut },
  studio: { weight: 8, run: playStudio },
  topUp: { weight: 4, run: topUp },
  payUsdt: { weight: 1, run: payUsdt },
  withdraw: { weight: 3, run: withdraw },
  look: { weight: 5, run: look },
  setLimit: { weight: 1, run: setLimit },
  takeBreak: { weight: 0.15, run: takeBreak },
  chat: { weight: 2, run: chat },
  rotateSeeds: { weight: 1, run: rotateSeeds },
}

const api = '/api/app'
/** For registrations, each with a captcha: some minutes on a busy machine. */
const MAX_TRIES = 300
const stakeOf = ({ draw }: Player): number => 100 * (1 + draw.below(15))
const rollOf = ({ draw }: Player) => ({
  direction: draw.pick(['over', 'under']),
  targetHundredths: 2000 + draw.below(6000),
})

/** An accepted stake on a break is the worst fault. */
function staked(player: Player, what: string, { status, code }: Answer): boolean {
  if (code === 'insufficient_funds') player.needsMoney = true
  if (status === 200 && player.isOnBreak) fault(player, `${what} was taken on a break`)
  return status === 200
}

async function playRound(life: Life, player: Player, game: string, choice: Data): Promise<Round | undefined> {
  const answer = await act(life, player, `${api}/games/${game}/betPlay`, {
    stakeCents: stakeOf(player),
    ...choice,
  })
  if (!staked(player, game, answer)) return undefined
  const round = answer.data['round'] as Round
  noteRound(player, round)
  return round
}

/** A step game's round; sometimes its player leaves and continues later. */
async function climb(life: Life, player: Player, game: string): Promise<void> {
  const { draw, openRounds } = player
  if (!openRounds.has(game)) {
    const choice =
      game === 'mines' ? { mineCount: 1 + draw.below(5) } : { difficulty: draw.pick(['easy', 'medium']) }
    const round = await playRound(life, player, game, choice)
    if (!round || round.status !== 'open') return
    openRounds.set(game, round.roundId)
  }
  const steps = draw.below(4)
  for (let at = 0; at < steps && openRounds.has(game); at += 1)
    await step(life, player, game, draw.below(TILES[game] ?? 1))
  if (draw.chance(70)) await step(life, player, game, null)
}

async function step(life: Life, player: Player, game: string, tile: number | null): Promise<void> {
  const roundId = player.openRounds.get(game)
  if (roundId === undefined) return
  const { status, code, data } = await act(life, player, `${api}/games/${game}/step`, { roundId, tile })
  if (status === 200) noteRound(player, data['round'] as Round)
  const isOver = status === 200 ? (data['round'] as Round).status !== 'open' : code === 'round_is_over'
  if (isOver) player.openRounds.delete(game)
}

/** After this many tiles a round is over in any case. */
const MAX_TILES = 25

/** Ends open rounds, so that nothing is pending. */
export async function goHome(life: Life, player: Player): Promise<void> {
  for (const { path, body } of player.doubts.splice(0)) {
    const { status, data } = await ask(life, player, path, body)
    if (status === 200) adopt(player, data)
  }
  for (const game of player.openRounds.keys())
    for (let tile = 0; player.openRounds.has(game) && tile < MAX_TILES; tile += 1) {
      await step(life, player, game, null)
      await step(life, player, game, tile % (TILES[game] ?? 1))
    }
  await ask(life, player, `${api}/game/stopGame`, {})
}

async function playShared(life: Life, player: Player, game: string): Promise<void> {
  const { draw } = player
  const choice =
    game === 'double'
      ? { colour: draw.pick(['white', 'red', 'black']) }
      : { room: '30', pick: draw.pick(['green', 'red', 'violet', '7', 'small', 'big']) }
  const round = await playRound(life, player, game, choice)
  if (!round || !draw.chance(15)) return
  const { status, data } = await ask(life, player, `${api}/games/shared/cancel`, { roundId: round.roundId })
  if (status === 200) noteRound(player, data['round'] as Round)
}

type Leg = { outcomeId: string; priceMilli: number; isBanker?: boolean }

/** A single, parlay or system on matches with seen prices, which may have moved. */
async function bet(life: Life, player: Player): Promise<void> {
  const { draw } = player
  // In-play prices change quickly: most bet before the start.
  const isInPlay = draw.chance(25)
  const open = life.world.matches.filter(
    ({ isEnded, seen }) => !isEnded && seen && isInPlay === seen.matchStatus > 0,
  )
  const wanted = draw.pick([1, 1, 1, 2, 3, 3])
  const legs: Leg[] = []
  while (legs.length < wanted && open.length > 0) {
    const [{ seen } = { seen: undefined }] = open.splice(draw.below(open.length), 1)
    const outcomes = (seen?.markets ?? [])
      .filter(({ status }) => status === 'open')
      .flatMap((market) => market.outcomes.filter(({ status }) => status === 'open'))
    if (outcomes.length === 0) continue
    const { outcomeId, priceMilli } = draw.pick(outcomes)
    legs.push({ outcomeId, priceMilli })
  }
  if (legs.length === 0) return
  const folds = legs.length === 3 && draw.chance(50) ? { folds: draw.pick([[2], [1, 2, 3], [2, 3]]) } : {}
  const body = {
    unitStakeCents: stakeOf(player),
    legs,
    accept: draw.pick(['any', 'any', 'better']),
    ...folds,
  }
  const answer = await act(life, player, `${api}/sportsbook/betPlay`, body)
  if (!staked(player, 'a bet', answer)) return
  const { betId, stakeCents } = answer.data as { betId: string; stakeCents: number }
  player.bets.set(betId, { stakeCents })
}

const MAX_OFFERS = 20

async function cashOut(life: Life, player: Player): Promise<void> {
  const betIds = [...player.bets.keys()].slice(-MAX_OFFERS)
  if (betIds.length === 0) return
  const { data } = await ask(life, player, `${api}/sportsbook/cashOuts?betIds=${betIds.join(',')}`)
  const offers = (data['offers'] ?? []) as { quoteId: string; betId: string }[]
  if (offers.length === 0) return
  const { quoteId, betId } = player.draw.pick(offers)
  const part = player.draw.chance(40) ? { unitStakeCents: 50 } : {}
  const body = { quoteId, minShareBps: 0, ...part }
  const answer = await act(life, player, `${api}/sportsbook/cashOut`, body)
  if (answer.status !== 200) return
  const sold = (player.soldCents.get(betId) ?? 0) + Number(answer.data['paidCents'])
  player.soldCents.set(betId, sold)
}

const STUDIO_TRIES = 40

/** A spin, or a crash bet, as the framed page sends it; repeated while unanswered. */
async function playStudio(life: Life, player: Player): Promise<void> {
  const { draw } = player
  const isCrash = player.at % 3 === 2
  const studio = life.world.studio.url
  if (player.bearer === undefined) {
    const code = isCrash ? 'palpite-crash' : 'palpite-slot'
    const launched = await ask(life, player, `${api}/game/launch`, { code })
    const { frameUrl = '' } = launched.data as { frameUrl?: string }
    const token = frameUrl.split('#token=')[1]
    if (token === undefined) return
    player.bearer = (await studioAnswer(`${studio}/api/enter`, '', { token }))?.bearer
  }
  if (player.bearer === undefined) return
  const body = {
    requestId: `soak-${player.at}-${draw.below(1e9)}-${draw.below(1e9)}`.padEnd(24, '0'),
    stakeCents: stakeOf(player),
    ...(isCrash && { autoAt: 120 + draw.below(200) }),
  }
  for (let tries = 0; tries < STUDIO_TRIES; tries += 1) {
    const answer = await studioAnswer(
      `${studio}/api/${isCrash ? 'crash/bet' : 'slot/spin'}`,
      player.bearer,
      body,
    )
    if (answer && answer.code !== 'try_again') {
      note(player, `studio ${JSON.stringify(body)} → ${answer.ok ? 'ok' : answer.code}`)
      if (answer.ok && player.isOnBreak) fault(player, 'a studio took a stake on a break')
      if (answer.code === 'session_closed') player.bearer = undefined
      return
    }
    life.tally.cutOff += 1
    await sleep(200)
  }
}

type StudioAnswer = { ok: boolean; code?: string; bearer?: string }

async function studioAnswer(
  address: string,
  bearer: string,
  body: object,
): Promise<StudioAnswer | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    return (await response.json()) as StudioAnswer
  } catch {
    return undefined
  }
}

/** An order that is paid, paid twice, paid by another, paid late, or not; the bank may reverse it. */
async function topUp(life: Life, player: Player): Promise<void> {
  const { draw } = player
  const amountCents = 100 * (50 + draw.below(250))
  const opened = await ask(life, player, `${api}/order/prePayAmount`, { gift: '0', amountCents })
  if (opened.status !== 200) return
  const orderId = String(opened.data['orderId'])
  const { data } = await ask(life, player, `${api}/order/getPayment/${orderId}`)
  const { code } = data
  if (typeof code !== 'string' || draw.chance(8)) return
  if (draw.chance(6)) await ask(life, player, `${api}/order/cancel/${orderId}`, {})
  const payer = draw.chance(6) ? { payer: { nome: 'Outra Pessoa', cpf: '52998224725' } } : {}
  const endToEndId = await atBank(life, player, '/sandbox/pay', { code, ...payer })
  if (draw.chance(8)) await atBank(life, player, '/sandbox/pay', { code })
  if (endToEndId !== undefined && draw.chance(4))
    await atBank(life, player, '/sandbox/clawback', { endToEndId, valor: '7.00' })
  player.needsMoney = false
}

/** Lets the bank act for the player, repeated if it was killed. Returns the Pix id. */
async function atBank(life: Life, player: Player, path: string, body: object): Promise<string | undefined> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await life.world.bank.post(path, body).catch(() => undefined)
    if (answer) {
      note(player, `bank ${path} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`)
      if (path !== '/sandbox/pay' || answer.status !== 200) return undefined
      const endToEndId = String(answer.body['endToEndId'])
      player.paid.add(endToEndId)
      return endToEndId
    }
    await sleep(200)
  }
  throw new Error('the bank is gone')
}

async function payUsdt(life: Life, player: Player): Promise<void> {
  const network = player.draw.pick(NETWORKS)
  const shown = await ask(life, player, `${api}/order/usdtAddress`, { network })
  if (shown.status !== 200) return
  const reading = readUsdtAddress(network, String(shown.data['address']))
  if (!reading.ok) return fault(player, 'what was shown is no address')
  const to = `0x${reading.hex.slice(-40)}`
  const micros = (10 + player.draw.below(60)) * 1_000_000
  await atBank(life, player, `/sandbox/chain/${network}/pay`, { to, micros })
}

/** Small enough per day to need no review. */
const MAX_WITHDRAWN_CENTS = 20_000

async function withdraw(life: Life, player: Player): Promise<void> {
  const amount = 50 + player.draw.below(50)
  if (player.withdrawnCents + amount * 100 > MAX_WITHDRAWN_CENTS) return
  await goHome(life, player) // a player in a round does not withdraw
  await ask(life, player, `${api}/user/verifyPwd`, { pwd: player.password })
  const to = { payCardBank: 'CPF', payCardNo: player.cpf, ifsc: '5', name: 'Ana Souza', whatsapp: '' }
  const { status, data } = await act(life, player, `${api}/order/withdraw`, { ...to, amount })
  if (status !== 200) return
  player.withdrawals.set(String(data['orderId']), amount * 100)
  player.withdrawnCents += amount * 100
}

type Limit = { kind: string; period: string; amount: number | null; used: number }

/** The daily limits in force; exceeding one is a fault. */
export async function readLimits(life: Life, player: Player): Promise<Limit[]> {
  const { data } = await ask(life, player, `${api}/protection/limits`)
  const limits = ((data['limits'] ?? []) as Limit[]).filter(({ period }) => period === 'day')
  for (const { kind, used } of limits) {
    const most = player.limits.get(kind)
    if (most !== undefined && used > most)
      fault(player, `the limit of ${kind} is ${most}, and ${used} are used`)
  }
  return limits
}

async function look(life: Life, player: Player): Promise<void> {
  await readLimits(life, player)
  const { data } = await ask(life, player, `${api}/user/getBalance`)
  if (Number(data['balance']) < 0) fault(player, `the balance is ${String(data['balance'])}`)
}

async function setLimit(life: Life, player: Player): Promise<void> {
  const { draw } = player
  const kind = draw.pick(['stake', 'bets', 'loss'])
  const amount = kind === 'bets' ? 20 + draw.below(200) : 10_000 + draw.below(200_000)
  await ask(life, player, `${api}/protection/limit`, { kind, period: 'day', amount })
  // Earlier use stays used: nothing beyond.
  const limit = (await readLimits(life, player)).find((one) => one.kind === kind)
  if (limit?.amount != null) player.limits.set(kind, Math.max(limit.amount, limit.used))
}

/** At most a tenth of the players, or nobody would act any more. */
async function takeBreak(life: Life, player: Player): Promise<void> {
  if (player.at % 10 !== 0) return
  // On a break no tile is opened, and without one there is nothing to cash out: the stake would wait for hours.
  await goHome(life, player)
  const { status } = await ask(life, player, `${api}/protection/timeOut`, { length: '24h' })
  if (status === 200) player.isOnBreak = true
}

async function chat(life: Life, player: Player): Promise<void> {
  const text = `Onde está o meu saque? ${player.draw.below(1000)}`
  const { status, data } = await act(life, player, `${api}/support/say`, { text })
  if (status === 200) player.lines.add(String(data['lineId']))
}

async function rotateSeeds(life: Life, player: Player): Promise<void> {
  await ask(life, player, `${api}/games/rotateSeeds`, { clientSeed: `soak-${player.draw.below(1e9)}` })
}

/**
 * Registers, with an existing player's code if any, and identifies. After an interruption signs in if registered, else
 * tries again.
 */
export async function enter(life: Life, player: Player, inviter: string | undefined): Promise<void> {
  const { email, password, cpf, draw } = player
  for (let tries = 0; player.token === ''; tries += 1) {
    const captcha = tries < MAX_TRIES ? await solveCaptcha(life, player) : undefined
    if (!captcha) return // too late for a player who never registered: nothing was promised
    const isKnown = tries % 2 === 1
    const body = isKnown
      ? { username: email, pwd: password }
      : {
          username: email,
          country: '+55',
          phone: `119${10_000_000 + draw.below(89_999_999)}`,
          pwd: password,
          pwd1: password,
          ...(inviter !== undefined && { regcode: inviter }),
        }
    const path = `/api/auth/user/${isKnown ? 'restLogin' : 'restRegister'}`
    const answer = await answerOf(draw.pick(life.world.urls()) + path, player, { ...body, ...captcha })
    note(player, `${path} → ${answer ? (answer.code ?? 'in') : 'cut off'}`)
    if (answer?.status === 200) player.token = String(answer.data['access_token'])
  }
  await ask(life, player, `${api}/user/updateKyc`, { name: 'Ana Souza', cardNo: cpf })
  const { data } = await ask(life, player, `${api}/user/userInfo`)
  player.invitation = String(data['yqm'])
}

/** Draws captchas until one is solved: not while server or sandbox restarts, nor too often per minute. */
async function solveCaptcha({ world, isOver }: Life, { draw, address }: Player) {
  for (let tries = 0; tries < MAX_TRIES && !isOver(); tries += 1) {
    const codeId = String(draw.below(1e9))
    const from = { headers: { 'x-forwarded-for': address }, signal: AbortSignal.timeout(10_000) }
    try {
      await (await fetch(`${draw.pick(world.urls())}/api/auth/user/captcha/${codeId}`, from)).arrayBuffer()
      const { text } = await world.bank.get(`/captcha/${codeId}`)
      if (typeof text === 'string') return { codeId, captCode: text }
    } catch {
      // The server or sandbox that handles it is restarting.
    }
    await sleep(1000)
  }
  return undefined
}
