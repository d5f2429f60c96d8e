import { harmSigns, messageKinds } from '@palpite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { topupCredited, topupReversed, withdrawalChanged } from '../../cashier/index.ts'
import { roundPlayed } from '../../games/index.ts'
import { playerIdentified, playerRegistered, secondFactorChanged } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineEvent, type EventTopic } from '../../platform/events.ts'
import { openServer } from '../../platform/http/server.ts'
import { writeEvents } from '../../platform/outbox.ts'
import {
  breakBegun,
  harmStepTaken,
  impedimentChanged,
  limitChanged,
  limitDecided,
} from '../../protection/index.ts'
import { betSettled, cashOutSold } from '../../sportsbook/index.ts'
import { bonusEnded } from '../../wagering/index.ts'
import { openMessages } from '../index.ts'
import { messagesSettings } from '../settings.ts'
import { messageTexts, sweepMessages } from './messages.ts'

/** A gift event as the rewards module defines it. */
const giftGiven = defineEvent<{ playerId: number; kind: string; amountCents: number }>('gift.given')

let deps: Deps
let close: () => Promise<void>
let app: Awaited<ReturnType<typeof openServer>>
let jobs: ReturnType<ReturnType<typeof openMessages>['jobs']>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const messages = openMessages(deps, { grants: giftGiven })
  app = await openServer(deps)
  messages.routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
  jobs = messages.jobs()
})
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()))
  await app.close()
  await close()
})

type Item = { messageId: string; kind: string; title: string; text: string; link: string; isRead: boolean }
type Page = { items: Item[]; nextCursor: string | null }

async function call<T>(
  playerId: number,
  key: string,
  { body, lang = 'pt_BR' }: { body?: unknown; lang?: string } = {},
) {
  const [method, url = ''] = key.split(' ')
  const answer = await app.inject({
    method: method as 'GET' | 'POST',
    url: `/api/app/messages/${url}`,
    headers: { authorization: String(playerId), lang },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { http: answer.statusCode, data: answer.json<{ data: T }>().data }
}
const list = async (playerId: number, query = '', lang?: string) =>
  (await call<Page>(playerId, `GET list${query}`, lang === undefined ? {} : { lang })).data
const write = <E extends object>(topic: EventTopic<E>, ...events: NoInfer<E>[]) =>
  deps.db.begin((tx) => writeEvents(tx, topic, events))
const plain = (text = '') => text.replaceAll(/\s/g, ' ')

test('a player gets a message each time their second factor is turned on, used or turned off', async () => {
  const playerId = 77
  await write(
    secondFactorChanged,
    { playerId, what: 'factor_on' },
    { playerId, what: 'recovery_used' },
    { playerId, what: 'factor_off' },
  )
  await expect.poll(async () => (await list(playerId)).items.length).toBe(3)
  const { items } = await list(playerId)
  expect(items.map(({ title }) => title)).toEqual([
    'Verificação em duas etapas desativada',
    'Um código de recuperação foi usado',
    'Verificação em duas etapas ativada',
  ])
})

test('events of a player become messages, in the language of the reader', async () => {
  const playerId = 1
  await write(playerRegistered, { playerId, referrerId: null, isTest: false })
  await write(playerIdentified, { playerId })
  await write(topupCredited, {
    playerId,
    orderId: 'a',
    amountCents: 10_000,
    bonusGrantCents: 2_000,
    first: true,
  })
  await write(topupReversed, { playerId, orderId: 'a', amountCents: 5_000, debtCents: 1_000 })
  await write(withdrawalChanged, { playerId, orderId: 'w', amountCents: 7_000, status: '10' })
  await write(limitChanged, { playerId, dailyLossCents: 9_000, waits: true })
  await write(betSettled, { playerId, betId: 5, result: 10, returnCents: 123_450, stakeCents: 1_000 })
  await write(cashOutSold, { playerId, betId: 6, result: 10, levelCents: 1_500, paidCents: 1_620 })
  await expect.poll(async () => (await list(playerId)).items.length).toBe(9)
  const { items } = await list(playerId)
  expect(items.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'result: Aposta encerrada no valor que você marcou',
    'result: Aposta ganha',
    'system: Limite de perda',
    'cashier: Saque pago',
    'cashier: Depósito devolvido pelo banco',
    'bonus: Bônus do primeiro depósito',
    'cashier: Depósito confirmado',
    'system: Dados confirmados',
    'system: Boas-vindas ao Palpite',
  ])
  expect(plain(items[0]?.text)).toMatch(/R\$ 15,00, e foi encerrada: R\$ 16,20 entraram/)
  expect(plain(items[1]?.text)).toMatch(
    /^Sua aposta [0-9A-Z]{13} de R\$ 10,00 ganhou: R\$ 1\.234,50 entraram/,
  )
  expect(items[0]?.link).toMatch(/^\/registros\?tab=sports&bet=[0-9A-HJKMNP-TV-Z]{13}$/)
  const english = await list(playerId, '', 'en_US')
  expect(plain(english.items[3]?.text)).toBe(
    'Your withdrawal of R$70.00 was sent to your key, less the fee where there is one.',
  )
})

test('a withdrawal request, lifting a limit that never existed, and a small round lead to no message', async () => {
  const playerId = 2
  const round = { playerId, game: 'mines', stakeCents: 1_000, bonusStakeCents: 0 }
  await write(withdrawalChanged, { playerId, orderId: 'w2', amountCents: 7_000, status: '00' })
  await write(limitChanged, { playerId, dailyLossCents: null, waits: false })
  await write(
    roundPlayed,
    { ...round, roundId: 1, payoutCents: 9_999 },
    { ...round, roundId: 2, stakeCents: 10, payoutCents: 4_999 },
    { ...round, roundId: 3, payoutCents: 10_000 },
  )
  await expect.poll(async () => (await list(playerId)).items.length).toBe(1)
  expect(plain((await list(playerId)).items[0]?.text)).toBe(
    'Em Mines, sua aposta de R$ 10,00 pagou R$ 100,00.',
  )
})

test('messages about limits and breaks name their kind, and those about breaks their end', async () => {
  const playerId = 22
  const endsAt = '2026-03-05T18:30:00.000Z'
  const limit = { playerId, waits: false }
  await write(
    limitDecided,
    { ...limit, kind: 'deposit', period: 'week', amount: 20_000 },
    { ...limit, kind: 'bets', period: 'day', amount: 30 },
    { ...limit, kind: 'time', period: 'month', amount: 600, waits: true },
    { ...limit, kind: 'loss', period: 'day', amount: null },
    { ...limit, kind: 'stake', period: 'day', amount: null, waits: true },
  )
  await write(
    breakBegun,
    { playerId, kind: 'time_out', product: null, endsAt },
    { playerId, kind: 'block', product: 'in_play', endsAt },
    { playerId, kind: 'exclusion', product: null, endsAt: null },
  )
  await write(impedimentChanged, { playerId, isImpeded: true })
  await write(impedimentChanged, { playerId, isImpeded: false })
  await expect.poll(async () => (await list(playerId)).items.length).toBe(10)
  const shown = (items: readonly Item[]) =>
    items.map(({ kind, title, text }) => `${kind} ${title}: ${plain(text)}`).toReversed()
  const goesOn = 'As apostas abertas continuam valendo e o saque funciona normalmente.'
  const later = 'depois do prazo de espera e da sua confirmação'
  expect(shown((await list(playerId)).items)).toEqual([
    'system Seus limites: Depósitos (por semana): agora R$ 200,00.',
    'system Seus limites: Número de apostas (por dia): agora 30 apostas.',
    `system Seus limites: Tempo de uso (por mês): 600 minutos, ${later}.`,
    'system Seus limites: Perda (por dia): sem limite.',
    `system Seus limites: Valor apostado (por dia): sem limite, ${later}.`,
    `system Pausa: Começou agora e vai até 5 de março de 2026 às 15:30. ${goesOn}`,
    `system Apostas ao vivo bloqueadas: Começou agora e vai até 5 de março de 2026 às 15:30. ${goesOn}`,
    `system Autoexclusão: Começou agora e não tem data para acabar. ${goesOn}`,
    expect.stringMatching(/^system Registro nacional: Segundo o registro nacional .* não pode apostar\./),
    expect.stringMatching(
      /^system Registro nacional: Segundo o registro nacional .* pode apostar de novo\.$/,
    ),
  ])
})

test('messages about gifts name their kind, one each, and link to the page that shows them', async () => {
  const gift = { playerId: 20, amountCents: 500 }
  await write(
    giftGiven,
    { ...gift, kind: 'vip' },
    { ...gift, kind: 'check_in' },
    { ...gift, kind: 'check_in' },
  )
  await write(giftGiven, { ...gift, kind: 'a kind of tomorrow' })
  await expect.poll(async () => (await list(20)).items.length).toBe(4)
  expect((await list(20)).items.map(({ kind, title, link }) => `${kind} ${title} ${link}`)).toEqual([
    'bonus Você ganhou um bônus /gamebouns',
    'bonus Check-in do dia /signInSheet',
    'bonus Check-in do dia /signInSheet',
    'bonus Novo nível VIP /vip',
  ])
})

test('messages about gifts call each a bonus, and say where to see its wagering', async () => {
  const gift = { playerId: 2022, amountCents: 1_000 }
  const kinds = ['vip', 'ladder', 'commission', 'check_in', 'game_bonus', 'another']
  await write(giftGiven, ...kinds.map((kind) => ({ ...gift, kind })))
  await expect.poll(async () => (await list(2022)).items.length).toBe(kinds.length)
  for (const { text } of (await list(2022)).items) {
    expect(plain(text)).toMatch(/R\$ 10,00/)
    expect(text).toMatch(/bônus.*Em Conta você vê quanto falta apostar/)
  }
})

test('a wagered bonus and an expired one each lead to a message', async () => {
  const bonus = { playerId: 21, source: 'topup', sourceId: 'a', cents: 2_000, releasedCents: 0 }
  await write(
    bonusEnded,
    { ...bonus, outcome: 'expired' },
    { ...bonus, outcome: 'met', releasedCents: 2_000 },
  )
  await expect.poll(async () => (await list(21)).items.length).toBe(2)
  const { items } = await list(21)
  expect(items.map(({ kind, title, link }) => `${kind} ${title} ${link}`)).toEqual([
    'bonus Bônus liberado /conta',
    'bonus Bônus encerrado /conta',
  ])
  expect(plain(items[0]?.text)).toContain('R$ 20,00 do bônus viraram dinheiro seu')
})

test('a repeated event leads to one message; a resettled bet to another', async () => {
  const playerId = 3
  const bet = { playerId, betId: 9, result: 10, returnCents: 2_000, stakeCents: 1_000 }
  await write(betSettled, bet, bet)
  await write(betSettled, bet)
  await write(betSettled, { ...bet, result: 20, returnCents: 0 })
  await expect.poll(async () => (await list(playerId)).items.length).toBe(2)
  expect((await list(playerId)).items.map(({ title }) => title)).toEqual(['Aposta perdida', 'Aposta ganha'])
})

test('a player marks own messages as read one by one or by kind; those of others stay unread', async () => {
  const [playerId, other] = [4, 5]
  const topUp = { amountCents: 1_000, bonusGrantCents: 100, first: false }
  for (const one of [playerId, other])
    await write(topupCredited, { ...topUp, playerId: one, orderId: `${one}` })
  await write(playerIdentified, { playerId })
  await expect.poll(async () => (await list(playerId)).items.length).toBe(3)
  await expect.poll(async () => (await list(other)).items.length).toBe(2)
  expect((await call(playerId, 'GET unread')).data).toEqual({ result: 0, bonus: 1, cashier: 1, system: 1 })
  const messageIds = (await list(playerId)).items.map(({ messageId }) => messageId)
  expect((await call(other, 'POST read', { body: { messageIds } })).data).toMatchObject({
    bonus: 1,
    cashier: 1,
  })
  expect((await call(playerId, 'GET unread')).data).toEqual({ result: 0, bonus: 1, cashier: 1, system: 1 })
  const [first = ''] = messageIds
  expect((await call(playerId, 'POST read', { body: { messageIds: [first] } })).data).toMatchObject({
    system: 0,
  })
  expect((await call(playerId, 'POST readAll', { body: { kind: 'bonus' } })).data).toMatchObject({
    bonus: 0,
    cashier: 1,
  })
  expect((await call(playerId, 'POST readAll', { body: {} })).data).toMatchObject({ cashier: 0 })
  expect((await list(playerId)).items.every(({ isRead }) => isRead)).toBe(true)
  expect((await call(other, 'POST remove', { body: { messageIds } })).data).toMatchObject({
    bonus: 1,
    cashier: 1,
  })
  await call(playerId, 'POST remove', { body: { messageIds: [first] } })
  expect((await list(playerId)).items).toHaveLength(2)
})

test('a link opens one message, and never one of another player', async () => {
  await write(playerIdentified, { playerId: 6 })
  await expect.poll(async () => (await list(6)).items.length).toBe(1)
  const messageId = (await list(6)).items[0]?.messageId
  expect((await call<Item>(6, `GET message/${messageId}`)).data).toMatchObject({ messageId, kind: 'system' })
  expect((await call(7, `GET message/${messageId}`)).http).toBe(404)
})

test('a player gets one message for each step about signs of harm, with its reason', async () => {
  const playerId = 23
  const steps = ['message', 'break', 'limits', 'marketing_off', 'contact'] as const
  const taken = steps.map((step) => ({ playerId, caseId: 1, step, signs: ['nights' as const] }))
  await write(harmStepTaken, ...taken)
  await write(harmStepTaken, ...taken)
  await expect.poll(async () => (await list(playerId)).items.length).toBe(5)
  const { items } = await list(playerId)
  expect(items.map(({ title }) => title).toReversed()).toEqual([
    'Como anda o seu jogo?',
    'Que tal uma pausa?',
    'Um limite ajuda',
    'Menos propaganda para você',
    'Vamos conversar?',
  ])
  for (const { kind, text } of items) {
    expect(kind).toBe('system')
    expect(text).toContain('várias noites de jogo entre meia-noite e 6h')
  }
})

test.each(harmSigns)('%s has words in every language', (sign) => {
  for (const words of Object.values(messageTexts)) expect(words).toHaveProperty([`harm.${sign}`])
})

test('10,000 messages can be paged through by an index, each once', async () => {
  const playerId = 8
  await ownerOf(deps.db)`
    insert into messages_message (player_id, kind, text_key, text_values, source)
    select ${playerId}, (array['result', 'bonus', 'cashier', 'system'])[1 + n % 4],
           'message.player.identified', '{}', 'many:' || n
      from generate_series(1, 10000) n`
  await ownerOf(deps.db)`analyze messages_message`
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await list(playerId, `?kind=cashier${cursor && `&cursor=${cursor}`}`)
    for (const { messageId, kind } of page.items) {
      expect(kind).toBe('cashier')
      seen.add(messageId)
    }
    cursor = page.nextCursor
  }
  expect(seen.size).toBe(2500)
  const plan = await deps.db<{ 'QUERY PLAN': string }[]>`
    explain select id from messages_message where player_id = ${playerId} and kind = 'cashier' and id < 5000
     order by id desc limit 31`
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.*messages_message_of_(kind|player)/)
  expect((await call(playerId, 'POST readAll', { body: {} })).data).toEqual({
    result: 0,
    bonus: 0,
    cashier: 0,
    system: 0,
  })
})

test('messages are kept for their time and then swept', async () => {
  await ownerOf(deps.db)`
    insert into messages_message (player_id, kind, text_key, text_values, source, created_at)
    select 9, 'system', 'message.player.identified', '{}', 'old:' || n, now() - make_interval(days => n)
      from generate_series(88, 92) n`
  await sweepMessages(deps.db, { read: async () => messagesSettings })
  expect((await list(9)).items).toHaveLength(2)
})

test('X5 messages about breaks and the national register are archived for five years after the message is deleted', async () => {
  const playerId = 55
  await write(breakBegun, { playerId, kind: 'exclusion', product: null, endsAt: null })
  await write(impedimentChanged, { playerId, isImpeded: true }, { playerId, isImpeded: false })
  await write(playerIdentified, { playerId })
  await expect.poll(async () => (await list(playerId)).items.length).toBe(4)
  const owner = ownerOf(deps.db)
  await owner`update messages_message set created_at = now() - interval '91 days' where player_id = ${playerId}`
  // A message that is being mailed right now is left to the next sweep.
  await expect
    .poll(async () => {
      await sweepMessages(deps.db, { read: async () => messagesSettings })
      return (await list(playerId)).items
    })
    .toEqual([])
  const kept = await deps.db<{ textKey: string; inWriting: boolean }[]>`
    select text_key as "textKey", in_writing as "inWriting" from protection_communication
     where player_id = ${playerId} order by id`
  expect(kept).toEqual([
    { textKey: 'message.breakForGood', inWriting: true },
    { textKey: 'message.impeded', inWriting: true },
    { textKey: 'message.impedimentOver', inWriting: false },
  ])
  await expect(owner`delete from protection_communication where player_id = ${playerId}`).rejects.toThrow(
    'kept for five years',
  )
  await expect(owner`update protection_communication set text_key = 'x'`).rejects.toThrow(
    'kept for five years',
  )
})

test('every text exists in every language, with the same values', () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  const { 'pt-BR': portuguese, ...others } = messageTexts
  const shape = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.keys(portuguese)
        .toSorted()
        .map((key) => [key, names(texts[key] ?? 'no text')]),
    )
  for (const texts of Object.values(others)) {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(portuguese).toSorted())
    expect(shape(texts)).toEqual(shape(portuguese))
  }
})

test('the kinds of the contract are those of the table', async () => {
  const kinds = await deps.db<{ kind: string }[]>`select distinct kind from messages_message`
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...messageKinds].toSorted())
})
