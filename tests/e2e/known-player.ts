import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { until } from '../../tools/test/until.ts'
import { type NewPlayer, somebodyNew, type World } from './player.ts'

/** A player registered in advance: the app only keeps the session's token. */
export type KnownPlayer = NewPlayer & { token: string }

type Envelope = { status: number; message: string; data: unknown }

/** A call as the app makes it. A refusal fails the test: none is expected here. */
export async function call(world: World, token: string, path: string, body?: object | URLSearchParams) {
  const envelope = await answerTo(world, token, path, body)
  if (envelope.status !== 200) throw new Error(`${path} answered ${JSON.stringify(envelope)}`)
  return envelope.data
}

async function answerTo(
  world: World,
  token: string,
  path: string,
  body?: object | URLSearchParams,
): Promise<Envelope> {
  const answer = await fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      lang: 'pt_BR',
      ...(token && { authorization: token }),
      ...(body && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
  })
  return (await answer.json()) as Envelope
}

/** A captcha and its solution from the sandbox; repeated if a busy server did not report it. */
const captcha = (world: World): Promise<{ codeId: string; captCode: string }> =>
  until('the sandbox knows a captcha', async () => {
    const codeId = String(randomInt(100_000_000))
    await (await fetch(`${world.url}/api/auth/user/captcha/${codeId}`)).arrayBuffer()
    const reported = await fetch(`${world.sandboxUrl}/captcha/${codeId}`)
    return reported.ok && { codeId, captCode: ((await reported.json()) as { text: string }).text }
  })

/** Logs in a registered player. */
export async function loggedIn(world: World, username: string, pwd: string): Promise<{ token: string }> {
  const body = { username, pwd, ...(await captcha(world)) }
  const { access_token: token } = (await call(world, '', '/api/auth/user/restLogin', body)) as {
    access_token: string
  }
  return { token }
}

/** Registers a player, optionally with an inviter's code. The sheet itself is tested in the main journey. */
export async function registered(world: World, regcode?: string): Promise<KnownPlayer> {
  const player = somebodyNew()
  const policy = (await call(world, '', '/api/app/protection/policy')) as {
    identifiesAtRegistration: boolean
  }
  const { access_token: token } = (await call(world, '', '/api/auth/user/restRegister', {
    username: player.email,
    country: '+55',
    phone: player.phone,
    pwd: player.password,
    pwd1: player.password,
    ...(policy.identifiesAtRegistration && { name: player.name, cardNo: player.cpf }),
    ...(regcode && { regcode }),
    ...(await captcha(world)),
  })) as { access_token: string }
  return { ...player, token }
}

export type Order = { orderId: string; payNo: string; url: string }

/** Says who the player is, unless the registration did. */
async function identified(world: World, { token, name, cpf }: KnownPlayer): Promise<void> {
  const { kyc } = (await call(world, token, '/api/app/user/userInfo')) as { kyc: number }
  if (kyc !== 1) await call(world, token, '/api/app/user/updateKyc', { name, cardNo: cpf })
}

/** Identifies the player, and opens an order of R$ 100. */
export async function withOrder(world: World, player: KnownPlayer): Promise<Order> {
  await identified(world, player)
  await documentsChecked(world, player)
  return newOrder(world, player)
}

/** A plain picture: the sandbox approves anybody. */
export const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** States address and no political exposure, uploads document and selfie, and submits them. */
export async function sendDocuments(world: World, { token }: Pick<KnownPlayer, 'token'>): Promise<void> {
  await call(world, token, '/api/app/user/address', {
    postalCode: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    complement: '',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    gender: 'undisclosed',
  })
  await call(world, token, '/api/app/user/exposure', { isExposed: false, relation: null, office: null })
  for (const side of ['front', 'back', 'selfie'])
    await call(world, token, '/api/app/documents/picture', { side, picture: PHOTO })
  await call(world, token, '/api/app/documents/send', {})
}

/** Sets wide limits of loss and time, and reads the risks, as this profile asks for before a stake or a deposit. */
export async function boundAndTold(world: World, { token }: Pick<KnownPlayer, 'token'>): Promise<void> {
  await call(world, token, '/api/app/protection/risks', {})
  const month = { period: 'month' }
  await call(world, token, '/api/app/protection/limit', { ...month, kind: 'loss', amount: 10_000_00 })
  await call(world, token, '/api/app/protection/limit', { ...month, kind: 'time', amount: 3_000 })
}

type OwnCheck = { isNeeded: boolean; state: string }

const ownCheck = async (world: World, { token }: Pick<KnownPlayer, 'token'>) =>
  (await call(world, token, '/api/app/documents/check')) as OwnCheck

/** Sends them, and waits for the check. */
export async function documentsApproved(world: World, player: Pick<KnownPlayer, 'token'>): Promise<void> {
  await sendDocuments(world, player)
  await until(
    'the documents are checked',
    async () => (await ownCheck(world, player)).state === 'approved' || undefined,
  )
}

/** All that a profile asks for before a deposit, where it does: limits, risks that were read, and checked documents. */
export async function documentsChecked(world: World, player: Pick<KnownPlayer, 'token'>): Promise<void> {
  if (!(await ownCheck(world, player)).isNeeded) return
  await boundAndTold(world, player)
  await documentsApproved(world, player)
}

/** Opens an order of R$ 100 for an identified player; optionally with its gift. */
export async function newOrder(
  world: World,
  { token }: Pick<KnownPlayer, 'token'>,
  gift: '0' | '1' = '0',
): Promise<Order> {
  const offers = (await call(world, token, '/api/app/order/getPrices')) as { pkgId: string; price: number }[]
  const pkgId = offers.find(({ price }) => price === 100)?.pkgId ?? ''
  const body = new URLSearchParams({ gift, pkgId })
  return (await call(world, token, `/api/app/order/prePay/${pkgId}`, body)) as Order
}

/** Cancels an order, as from another phone of the player. */
export async function cancelElsewhere(world: World, { token }: KnownPlayer, { orderId }: Order) {
  await call(world, token, `/api/app/order/cancel/${orderId}`, {})
}

/** Identifies the player, and pays their first top-up of R$ 100 at the sandbox bank. */
export async function toppedUp(world: World, player: KnownPlayer): Promise<KnownPlayer> {
  const { token } = player
  const order = await withOrder(world, player)
  await fetch(`${world.url}${order.url}/sandbox`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
  })
  await untilPaid(world, token, order.orderId)
  return player
}

/** Waits until an order is credited. */
async function untilPaid(world: World, token: string, orderId: string): Promise<void> {
  await until(`order ${orderId} is credited`, async () => {
    const { status } = (await call(world, token, `/api/app/order/getStatus/${orderId}`)) as { status: string }
    return status === '10'
  })
}

/** Makes the sandbox bank act. */
export const atBank = async (world: World, what: string, body: object) => {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the bank did not ${what}: ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Makes the sandbox bank pay an order, and waits until it is credited; returns the Pix's end-to-end id. */
export async function payAtBank(world: World, token: string, { orderId }: Order) {
  const { code } = (await call(world, token, `/api/app/order/getPayment/${orderId}`)) as { code: string }
  const paid = await atBank(world, 'pay', { code })
  await untilPaid(world, token, orderId)
  return paid['endToEndId']
}

/** Opens an address with this player's session and nothing of anybody else. */
export async function comeBack(
  page: Page,
  world: World,
  { token }: Pick<KnownPlayer, 'token'>,
  path = '/home',
) {
  await page.goto(`${world.url}/robots.txt`) // same site, and fast: it loads no app
  await page.evaluate((kept) => {
    localStorage.clear()
    localStorage.setItem('token', kept)
  }, token)
  await page.goto(world.url + path)
}

type Roll = { stakeCents: number; targetHundredths: number }

/** The minimum interval of a player's rounds (`minRoundMs` in the games' settings): earlier calls are wasted. */
const MIN_ROUND_MS = 200

/** Plays a round as from another phone, once the interval has passed; returns what `call` would. */
async function playElsewhere(
  world: World,
  { token }: Pick<KnownPlayer, 'token'>,
  game: 'dice' | 'mines',
  round: object,
) {
  const path = `/api/app/games/${game}/betPlay`
  const bet = { requestId: randomBytes(16).toString('hex'), ...round }
  const play = async () => {
    const answer = await answerTo(world, token, path, bet)
    if (answer.status === 200) return answer
    // Too soon after the last round, or rate-limited.
    const isEarly = (answer.data as { waitMs?: number } | null)?.waitMs !== undefined
    if (!isEarly && answer.status !== 429) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return false
  }
  const { data } = await until(`a round of ${game} is taken`, play, { pauseMs: MIN_ROUND_MS })
  return data
}

/** Rolls dice over a target once, as from another phone. */
export async function rollElsewhere(
  world: World,
  player: Pick<KnownPlayer, 'token'>,
  roll: Roll,
): Promise<void> {
  await playElsewhere(world, player, 'dice', { direction: 'over', ...roll })
}

const MIN_STAKE_CENTS = 10
/** A win's maximum on that target; smaller stakes would take hundreds of rolls after a lucky one. */
const MAX_STAKED_CENTS = 2000_00
const UNLIKELY_TARGET = 98_00

/** Plays the balance away except for a remainder, as from another phone. A lucky roll only takes longer. */
export async function loseEverything(
  world: World,
  player: Pick<KnownPlayer, 'token'>,
  keptCents = 0,
): Promise<void> {
  for (let rolls = 0; rolls < 200; rolls += 1) {
    const balanceCents = Math.round((await infoOf(world, player)).balance * 100) - keptCents
    if (balanceCents < MIN_STAKE_CENTS) return
    const stakeCents = Math.min(balanceCents, MAX_STAKED_CENTS)
    await rollElsewhere(world, player, { stakeCents, targetHundredths: UNLIKELY_TARGET })
  }
  throw new Error('this player cannot lose')
}

/** The last code mailed to this address. */
export const mailedCode = (world: World, email: string): Promise<string> =>
  until(`a code was mailed to ${email}`, async () => {
    const answer = await fetch(`${world.sandboxUrl}/mailbox?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { text: string }[] }
    // Something else may have been mailed since.
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined)
  })

/** The server's data of this player: balance in reais, id, invitation code. */
export const infoOf = async (world: World, { token }: Pick<KnownPlayer, 'token'>) =>
  (await call(world, token, '/api/app/user/userInfo')) as { balance: number; yqm: string; uId: string }

/** Waits until this player may withdraw so much: wagering is counted a moment after settlement. */
export async function untilWithdrawable(
  world: World,
  { token }: Pick<KnownPlayer, 'token'>,
  reais: number,
): Promise<void> {
  await until(`R$ ${reais} may leave`, async () => {
    const { wdAmount } = (await call(world, token, '/api/app/order/getWithdraw')) as { wdAmount: number }
    return wdAmount >= reais
  })
}

/** Starts a round of mines, as from another phone, and leaves it open; returns its id. */
export async function leaveRoundOpen(world: World, player: KnownPlayer, stakeCents = 100): Promise<string> {
  const { round } = (await playElsewhere(world, player, 'mines', { stakeCents, mineCount: 3 })) as {
    round: { roundId: string }
  }
  return round.roundId
}

/** The authenticator's code this many periods from now. */
export const shownBy = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

/** Enables the second factor as from another phone; returns the app's secret and the recovery codes. */
export async function factorOn(world: World, { token, password }: KnownPlayer) {
  const asked = await call(world, token, '/api/app/user/newSecondFactor', { pwd: password })
  const { secret } = asked as { secret: string }
  const code = shownBy(secret)
  const confirmed = await call(world, token, '/api/app/user/confirmSecondFactor', { code })
  const { recoveryCodes } = confirmed as { recoveryCodes: string[] }
  return { secret, recoveryCodes }
}

/** The same; returns only the recovery codes. */
export const turnFactorOn = async (world: World, player: KnownPlayer): Promise<string[]> =>
  (await factorOn(world, player)).recoveryCodes
