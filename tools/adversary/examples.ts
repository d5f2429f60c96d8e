import type { CallKey } from '../../packages/contract/src/index.ts'
import {
  base64,
  choice,
  choiceOrNothing,
  days,
  digits,
  type Field,
  form,
  optional,
  text,
  word,
} from './fields.ts'
import { passkeyExamples } from './passkey-examples.ts'
import { rewardsExamples } from './rewards-examples.ts'

export type Part = Record<string, Field>

/** A request that fits its schema. Most are refused by a rule all the same, so sending it changes little. */
export type Example = { params?: Part; query?: Part; body?: Part }

const noId = form('0123456789ABC')
const cursor = optional(noId)
/** A list cursor; an unknown one reads as the end. */
const place = optional(word('0123456789ABC'))
const captcha = {
  codeId: digits('77'),
  captCode: text('wrong'),
  proof: optional(form(`1.2.no-proof.${'a'.repeat(43)}:3`)),
}
const requestId = form('attack-0123456789')
const absentRound = noId
const tile: Field = { value: 1, kind: 'number', nullable: true }
const absentOrder = form('0123456789abcdef0123456789abcdef')
const stakeCents: Field = { value: 100, kind: 'cents' }

/** A valid request of every call of the contract: a call without one does not compile. */
export const examples: Record<CallKey, Example> = {
  'POST /api/auth/user/restLogin': {
    body: { username: text('nobody@attacks.example'), pwd: text('a password'), ...captcha },
  },
  'POST /api/auth/user/restRegister': {
    body: {
      name: optional(text('Ana')),
      cardNo: optional(text('52998224725')),
      username: text('nobody@attacks.example'),
      country: form('+55'),
      phone: text('11987654321'),
      pwd: text('a long password'),
      pwd1: text('a long password'),
      regcode: optional(text('ABCDEFGH')),
      ...captcha,
      isapp: optional(choice(1)),
    },
  },
  'POST /api/auth/user/restLogout': {},
  'POST /api/auth/user/signInLink': { body: { email: text('no e-mail') } },
  'POST /api/auth/user/appLink': {},
  'POST /api/auth/user/zgo': { body: { token: text('a'.repeat(43)) } },
  'GET /api/auth/user/captcha/:codeId': {
    params: { codeId: form('77') },
    query: { purpose: optional(choice('login')) },
  },
  'GET /api/auth/user/captcha/:codeId/sound': {
    params: { codeId: form('77') },
    query: { purpose: optional(choice('register')) },
  },
  ...passkeyExamples,
  'GET /api/app/user/userInfo': {},
  'GET /api/app/user/getBalance': {},
  'GET /api/app/user/sessions': {},
  'GET /api/app/user/signIns': {},
  'POST /api/app/user/endSession': { body: { key: noId } },
  'POST /api/app/user/endOtherSessions': {},
  'POST /api/app/user/giveBonusBack': { body: { requestId } },
  'GET /api/app/user/entries': { query: { cursor: optional(word('1_1')), type: optional(choice('13')) } },
  'GET /api/app/user/statement': {
    query: { ...days, type: optional(choice('13')), format: choice('csv') },
  },
  'GET /api/app/user/yearStatement': { query: { year: form('2026') } },
  'GET /api/app/user/betResults': { query: { year: form('2026') } },
  'GET /api/app/user/betResultsFile': { query: { year: form('2026'), format: choice('csv') } },
  'GET /api/app/user/setHeader/:avatarIndex': { params: { avatarIndex: form('7') } },
  'POST /api/app/user/setHeader/:avatarIndex': { params: { avatarIndex: form('7') } },
  'GET /api/app/user/getUserTest': {},
  'POST /api/app/user/changePwd': {
    body: { oPwd: text('one'), nPwd: text('another one'), nPwd1: text('a third') },
  },
  'POST /api/app/user/askEmail': { body: { email: text('no e-mail'), pwd: text('a password') } },
  'POST /api/app/user/changeEmail': { body: { code: text('123456') } },
  'POST /api/app/user/verifyPwd': { body: { pwd: text('a password') } },
  'POST /api/app/main/RESETPWD/sendEmail': { body: { email: text('no e-mail') } },
  'POST /api/app/main/RESETPWD/checkEmail': {
    body: { email: text('nobody@attacks.example'), code: text('123456') },
  },
  'POST /api/app/main/setPwd': { body: { nPwd: text('a long password'), chkId: text('nothing') } },
  'GET /api/app/order/getPrices': { query: { curreny: optional(choiceOrNothing('INSBRL')) } },
  'POST /api/app/order/prePay/:pkgId': {
    params: { pkgId: form('nothing') },
    body: {
      gift: choice('0'),
      pkgId: form('nothing'),
      isapp: optional(choice('1')),
      paidCents: optional(form('1000')),
      giftCents: optional(form('0')),
    },
  },
  'GET /api/app/order/getStatus/:orderId': { params: { orderId: absentOrder } },
  'GET /api/app/order/getPayment/:orderId': { params: { orderId: absentOrder } },
  'POST /api/app/order/cancel/:orderId': { params: { orderId: absentOrder } },
  'GET /api/app/order/ownAmount': {},
  'GET /api/app/order/rules': {},
  'POST /api/app/order/prePayAmount': {
    body: {
      gift: choice('0'),
      amountCents: stakeCents,
      paidCents: optional(stakeCents),
      // Zero is a gift too: none.
      giftCents: optional({ value: 0, kind: 'number' }),
    },
  },
  'POST /api/app/order/usdtAddress': { body: { network: choice('TRC20') } },
  'GET /api/app/order/usdtTopUps': {},
  'GET /api/app/order/getWithdraw': {},
  'POST /api/app/order/keyCode': { body: { payCardBank: choice('CPF'), payCardNo: text('52998224725') } },
  'POST /api/app/order/confirmKey': {
    body: { payCardBank: choice('CPF'), payCardNo: text('52998224725'), code: text('123456') },
  },
  'POST /api/app/order/withdraw': {
    body: {
      payCardBank: choice('CPF'),
      payCardNo: text('52998224725'),
      ifsc: text(''),
      name: text('Ana Souza'),
      amount: { value: 50, kind: 'reaisFrom0' },
      whatsapp: text(''),
    },
  },
  'POST /api/app/order/transfer': {
    body: { requestId, user: text('nobody@attacks.example'), amount: { value: 50, kind: 'reais' } },
  },
  'POST /api/app/user/acceptTerms': { body: { version: form('1') } },
  'POST /api/app/user/updateKyc': { body: { name: text('Ana Souza'), cardNo: text('11111111111') } },
  'GET /api/app/messages/list': { query: { kind: optional(choice('bonus')), cursor: place } },
  'GET /api/app/messages/message/:messageId': { params: { messageId: noId } },
  'GET /api/app/messages/unread': {},
  'POST /api/app/messages/read': { body: { messageIds: form(['0123456789ABC']) } },
  'POST /api/app/messages/readAll': { body: { kind: optional(choice('bonus')) } },
  'GET /api/app/messages/preferences': {},
  'POST /api/app/messages/preferences': {
    body: {
      kinds: form([{ kind: 'bonus', centre: true, mail: false, push: false }]),
      quiet: form({ fromMinute: 0, toMinute: 0 }),
    },
  },
  'POST /api/app/messages/subscribe': {
    body: {
      endpoint: form('https://updates.push.services.mozilla.com/wpush/v2/attacks'),
      p256dh: form('B'.repeat(87)),
      auth: form('A'.repeat(22)),
    },
  },
  'POST /api/app/messages/unsubscribe': {
    body: { endpoint: form('https://updates.push.services.mozilla.com/wpush/v2/attacks') },
  },
  'POST /api/app/messages/remove': { body: { messageIds: form(['0123456789ABC']) } },
  'GET /api/app/support/channels': {},
  'GET /api/app/support/chat': { query: { cursor: place } },
  'POST /api/app/support/say': {
    body: {
      requestId,
      text: text('where is my bet'),
      about: optional(form({ kind: 'bet', id: '0123456789ABC' })),
      picture: optional(base64('AAAA')),
    },
  },
  'GET /api/app/support/picture/:lineId': { params: { lineId: noId } },
  'POST /api/app/support/read': { body: { lineId: noId } },
  'POST /api/app/support/typing': {},
  'POST /api/app/support/close': { body: { mailTranscript: { value: false, kind: 'flag' } } },
  'GET /api/app/order/records': { query: { cursor: optional(word(`1_${'0'.repeat(32)}`)) } },
  'GET /api/app/sportsbook/sports': {},
  'GET /api/app/sportsbook/fixtures': {
    query: { sport: choice('football'), when: choice('week'), day: optional(choice('1')) },
  },
  'GET /api/app/sportsbook/live': {},
  'GET /api/app/sportsbook/popular': {},
  'GET /api/app/sportsbook/search': { query: { words: text('bahia') } },
  'GET /api/app/sportsbook/fixture/:fixtureId': { params: { fixtureId: form('999999999999999999') } },
  'GET /api/app/sportsbook/form/:fixtureId': { params: { fixtureId: form('999999999999999999') } },
  'GET /api/app/sportsbook/standings': {
    query: { sport: choice('football'), competition: text('Liga') },
  },
  'GET /api/app/sportsbook/rules': {},
  'GET /api/app/sportsbook/moments/:fixtureId': { params: { fixtureId: form('999999999999999999') } },
  'GET /api/app/sportsbook/favourites': {},
  'GET /api/app/sportsbook/followed': {},
  'POST /api/app/sportsbook/favourite': {
    body: {
      fixtureId: form('999999999999999999'),
      side: optional(choice('home')),
      isFavourite: { value: false, kind: 'flag' },
    },
  },
  'POST /api/app/sportsbook/betPlay': {
    body: {
      requestId,
      unitStakeCents: stakeCents,
      legs: form([{ outcomeId: '999999999999', priceMilli: 2000 }]),
      folds: optional(form([1])),
      isEachWay: optional({ value: false, kind: 'flag' }),
      accept: choice('any'),
      withinBps: optional({ value: 100, kind: 'number' }),
      offerId: optional(form(`abc.${'a'.repeat(22)}`)),
    },
  },
  'POST /api/app/sportsbook/referBet': {
    body: {
      requestId,
      unitStakeCents: stakeCents,
      legs: form([{ outcomeId: '999999999999', priceMilli: 2000 }]),
      folds: optional(form([1])),
      isEachWay: optional({ value: false, kind: 'flag' }),
      accept: choice('any'),
      withinBps: optional({ value: 100, kind: 'number' }),
    },
  },
  'POST /api/app/sportsbook/betSlip': {
    body: {
      tickets: form([
        {
          requestId: requestId.value,
          unitStakeCents: 100,
          legs: [{ outcomeId: '999999999999', priceMilli: 2000 }],
          accept: 'any',
        },
      ]),
    },
  },
  'POST /api/app/sportsbook/builderPrice': { body: { outcomeIds: form(['999999999998', '999999999999']) } },
  'POST /api/app/sportsbook/booking': {
    body: { legs: form([{ outcomeId: '999999999999' }]), folds: optional(form([1])) },
  },
  'GET /api/app/sportsbook/freeBets': {},
  'GET /api/app/sportsbook/boosts': {},
  'GET /api/app/sportsbook/profit': { query: { by: choice('week') } },
  'GET /api/app/sportsbook/booking/:code': { params: { code: text('00000000') } },
  'POST /api/app/sportsbook/maxStake': {
    body: {
      legs: form([{ outcomeId: '999999999999', priceMilli: 2000 }]),
      folds: optional(form([1])),
      isEachWay: optional({ value: false, kind: 'flag' }),
    },
  },
  'GET /api/app/sportsbook/betRequest/:requestId': { params: { requestId } },
  'POST /api/app/sportsbook/cancelBet': { body: { requestId } },
  'GET /api/app/sportsbook/bets/:betId/receipt': { params: { betId: noId } },
  'GET /api/app/sportsbook/cashOuts': { query: { betIds: form('0123456789ABC') } },
  'POST /api/app/sportsbook/cashOutRule': {
    body: { betId: noId, kind: choice('sell'), levelCents: optional({ value: 1000, kind: 'cents' }) },
  },
  'POST /api/app/sportsbook/cashOut': {
    body: {
      requestId,
      quoteId: form(`0123456789ABC-1-1.${'a'.repeat(22)}`),
      unitStakeCents: optional(stakeCents),
      minShareBps: optional({ value: 9500, kind: 'number' }),
    },
  },
  'GET /api/app/sportsbook/bets': {
    query: { status: optional(choice('open')), days: optional(choice('7')), cursor },
  },
  'GET /api/app/sportsbook/bets/:betId': { params: { betId: noId } },
  'GET /api/app/games/seeds': {},
  'POST /api/app/games/rotateSeeds': { body: { clientSeed: word('a-client-seed') } },
  'POST /api/app/games/dice/betPlay': {
    body: {
      requestId,
      stakeCents,
      direction: choice('over'),
      targetHundredths: { value: 5050, kind: 'number' },
    },
  },
  'POST /api/app/games/limbo/betPlay': {
    body: { requestId, stakeCents, targetHundredths: { value: 200, kind: 'number' } },
  },
  'POST /api/app/games/mines/betPlay': {
    body: { requestId, stakeCents, mineCount: { value: 3, kind: 'number' } },
  },
  'POST /api/app/games/mines/step': { body: { requestId, roundId: absentRound, tile } },
  'POST /api/app/games/rowDouble/betPlay': {
    body: { requestId, stakeCents, difficulty: choice('hard') },
  },
  'POST /api/app/games/rowDouble/step': { body: { requestId, roundId: absentRound, tile } },
  'POST /api/app/games/double/betPlay': { body: { requestId, stakeCents, colour: choice('red') } },
  'POST /api/app/games/luckyColor/betPlay': {
    body: { requestId, stakeCents, room: choice('30'), pick: choice('green') },
  },
  'POST /api/app/games/shared/cancel': { body: { roundId: absentRound } },
  'GET /api/app/games/shared/:room': { params: { room: choice('double') } },
  'GET /api/app/games/open': {},
  'GET /api/app/game/catalogue': { query: { search: optional(text('slot')), tag: optional(form('slots')) } },
  'GET /api/app/game/mine': {},
  'POST /api/app/game/favourite': {
    body: { code: form('nobody-nothing'), isFavourite: { value: false, kind: 'flag' } },
  },
  'POST /api/app/game/launch': { body: { code: form('nobody-nothing') } },
  'POST /api/app/game/demo': { body: { code: form('nobody-nothing') } },
  'GET /api/app/game/inPlay': {},
  'GET /api/app/game/stopGame': {},
  'POST /api/app/game/stopGame': {},
  'GET /api/app/games/rounds': { query: { game: optional(choice('dice')), cursor } },
  'GET /api/app/games/rounds/:roundId': { params: { roundId: noId } },
  'GET /api/app/games/records': {},
  'GET /api/app/games/record': {
    query: { serverSeedHash: optional(form('ab'.repeat(32))), part: optional(form('1')) },
  },
  'GET /api/app/games/wins/:game': { params: { game: choice('dice') } },
  'GET /api/app/games/wins': {},
  'GET /api/app/games/online': {},
  'GET /api/app/maintenance': {},
  'GET /api/app/games/rules': {},
  'GET /api/app/publicLog/head': {},
  'GET /api/app/publicLog/entries': { query: { from: form('0'), count: form('10') } },
  'GET /api/app/publicLog/inclusion': {
    query: { leafHash: form('ab'.repeat(32)), size: optional(form('1')) },
  },
  'GET /api/app/publicLog/consistency': { query: { earlier: form('1'), later: form('2') } },
  'GET /api/app/protection/policy': {},
  'GET /api/app/protection/limits': {},
  'GET /api/app/protection/log': {},
  'POST /api/app/protection/limits': {
    body: { dailyLossCents: { value: 1, kind: 'cents', nullable: true } },
  },
  'POST /api/app/protection/limit': {
    body: {
      kind: choice('deposit'),
      period: choice('day'),
      amount: { value: 100_000_000, kind: 'cents', nullable: true },
    },
  },
  'POST /api/app/protection/reality': { body: { minutes: { value: 60, kind: 'number', nullable: true } } },
  'POST /api/app/protection/coolOff': {},
  'POST /api/app/protection/risks': {},
  'POST /api/app/protection/timeOut': { body: { length: choice('24h') } },
  'POST /api/app/protection/exclusion': { body: { length: choice('3m') } },
  'POST /api/app/protection/block': { body: { product: choice('in_play'), length: choice('24h') } },
  'POST /api/app/protection/limit/confirm': { body: { kind: choice('deposit'), period: choice('day') } },
  'GET /api/app/user/address': {},
  'POST /api/app/user/address': {
    body: {
      postalCode: text('01310-100'),
      street: text('Avenida Paulista'),
      number: text('1000'),
      complement: text(''),
      district: text('Bela Vista'),
      city: text('São Paulo'),
      state: choice('SP'),
      gender: { ...optional(choice('female')), nullable: true },
    },
  },
  'GET /api/app/user/exposure': {},
  'POST /api/app/user/exposure': {
    body: {
      isExposed: { value: true, kind: 'flag' },
      relation: { value: 'self', kind: 'choice', nullable: true },
      office: { value: 'Vereadora', kind: 'text', nullable: true },
    },
  },
  'GET /api/app/documents/check': {},
  'POST /api/app/documents/picture': { body: { side: choice('front'), picture: base64('AAAA') } },
  'POST /api/app/documents/send': {},
  'POST /api/app/realtime/ticket': {},
  'GET /api/app/realtime/notice': { query: { after: optional(form('1')) } },
  'GET /api/app/main/userGift': {},
  ...rewardsExamples,
}
