import { randomBytes } from 'node:crypto'
import {
  call,
  infoOf,
  type KnownPlayer,
  leaveRoundOpen,
  loggedIn,
  newOrder,
  payAtBank,
  registered,
  rollElsewhere,
  toppedUp,
  untilWithdrawable,
  withOrder,
} from '../../tests/e2e/known-player.ts'
import { advance, surelyUnder, type World } from '../../tests/e2e/player.ts'
import { wagerOnWinner } from '../../tests/e2e/sure-bet.ts'
import { until } from '../test/until.ts'

/** Open items for the next version to continue. */
export type Left = {
  email: string
  password: string
  /** Cash and bonus in reais at the end of the day. */
  balance: number
  /** A bet that wins once its match is finished. */
  betId: string
  fixtureId: string
  /** A round of mines. */
  roundId: string
}

const DEPOSIT_CENTS = 100_00
const WITHDRAWN_REAIS = 50
const OPEN_STAKE_CENTS = 5_00

/** A day of play over HTTP: a gift, settled bets, a paid withdrawal, and open items overnight. */
export async function playDay(world: World): Promise<Left[]> {
  const gifted = await registered(world)
  await withOrder(world, gifted)
  await payAtBank(world, gifted.token, await newOrder(world, gifted, '1'))
  const paid = await toppedUp(world, await registered(world))
  await wagerOnWinner(world, paid.token, DEPOSIT_CENTS)
  await untilWithdrawable(world, paid, WITHDRAWN_REAIS)
  await withdraw(world, paid)
  return [await leaveOpen(world, gifted), await leaveOpen(world, paid)]
}

async function withdraw(world: World, { token, password, cpf, name }: KnownPlayer): Promise<void> {
  await call(world, token, '/api/app/user/verifyPwd', { pwd: password })
  const { orderId } = (await call(world, token, '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: cpf,
    ifsc: cpf,
    name,
    amount: WITHDRAWN_REAIS,
    whatsapp: '',
    requestId: newId(),
  })) as { orderId: string }
  await until(`withdrawal ${orderId} is paid`, async () => {
    const { records } = (await call(world, token, '/api/app/order/records')) as {
      records: { orderId: string; status: string }[]
    }
    return records.find((record) => record.orderId === orderId)?.status === '10'
  })
}

async function leaveOpen(world: World, player: KnownPlayer): Promise<Left> {
  const { token, email, password } = player
  await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 50_00 })
  const { fixtureId, outcomeId, priceMilli } = await surelyUnder(world)
  const { betId } = (await call(world, token, '/api/app/sportsbook/betPlay', {
    requestId: newId(),
    unitStakeCents: OPEN_STAKE_CENTS,
    legs: [{ outcomeId, priceMilli }],
    accept: 'any',
  })) as { betId: string }
  const roundId = await leaveRoundOpen(world, player)
  const { balance } = await infoOf(world, player)
  return { email, password, balance, betId, fixtureId, roundId }
}

/**
 * Continues the open items: signs in, finishes the match, checks balance and bet return, and ends the round. The match
 * may be over already: overdue play happens at once.
 */
export async function continueDay(world: World, { email, password, balance, ...open }: Left): Promise<void> {
  const { token } = await loggedIn(world, email, password)
  await advance(world, open.fixtureId, 'end')
  const returnCents = await until(`bet ${open.betId} of ${email} is settled`, async () => {
    const bet = (await call(world, token, `/api/app/sportsbook/bets/${open.betId}`)) as {
      status: string
      returnCents: number | null
    }
    return bet.status === 'settled' && (bet.returnCents ?? 0)
  })
  if (returnCents === 0) throw new Error(`bet ${open.betId} of ${email} returned nothing`)
  const found = await infoOf(world, { token })
  if (Math.round(found.balance * 100) !== Math.round(balance * 100) + returnCents)
    throw new Error(`${email} left R$ ${balance}, won R$ ${returnCents / 100} and finds R$ ${found.balance}`)
  await call(world, token, '/api/app/games/mines/step', {
    requestId: newId(),
    roundId: open.roundId,
    tile: 0,
  })
}

const newId = () => randomBytes(16).toString('hex')
