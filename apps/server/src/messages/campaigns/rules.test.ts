import { expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import {
  type Audience,
  type Candidate,
  isInAudience,
  statusOf,
  unfitCampaign,
  unfitTime,
  whyLeftOut,
} from './rules.ts'

const everyone: Audience = {
  minVipLevel: null,
  maxVipLevel: null,
  registeredFrom: null,
  registeredTo: null,
  activity: null,
  hasDeposited: null,
}
const player: Candidate = {
  playerId: 1,
  isClosed: false,
  vipLevel: 3,
  daysAway: 7,
  hasDeposited: true,
  barred: undefined,
  isWilling: true,
}

test.each([
  [true, {}, {}],
  [true, { minVipLevel: 3, maxVipLevel: 3 }, {}],
  [false, { minVipLevel: 4 }, {}],
  [false, { maxVipLevel: 2 }, {}],
  [true, { maxVipLevel: 0 }, { vipLevel: undefined }],
  [false, { activity: { kind: 'active', days: 7 } }, {}],
  [true, { activity: { kind: 'active', days: 8 } }, {}],
  [true, { activity: { kind: 'inactive', days: 7 } }, {}],
  [false, { activity: { kind: 'inactive', days: 8 } }, {}],
  [true, { activity: { kind: 'inactive', days: 365 } }, { daysAway: undefined }],
  [false, { activity: { kind: 'active', days: 365 } }, { daysAway: undefined }],
  [true, { hasDeposited: true }, {}],
  [false, { hasDeposited: false }, {}],
] as const)('%s: the rules %j for a player with %j', (isIn, rules, own) => {
  expect(isInAudience({ ...everyone, ...rules }, { ...player, ...own })).toBe(isIn)
})

test.each([
  [undefined, {}],
  ['closed', { isClosed: true, barred: 'break', isWilling: false }],
  ['break', { barred: 'break', isWilling: false }],
  ['harm', { barred: 'harm', isWilling: false }],
  ['consent', { isWilling: false }],
] as const)('left out for %s: a player with %j', (why, own) => {
  expect(whyLeftOut({ ...player, ...own })).toBe(why)
})

const strict = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })
const textsWith = (title: string) => ({ 'pt-BR': { title, text: 'Veja os jogos da rodada.' } })

test.each([
  ['a word that hurries', textsWith('Última chance'), {}, { field: 'texts.pt-BR', words: ['ultima chance'] }],
  ['a word that promises a gift', textsWith('Seu bônus'), {}, { field: 'texts.pt-BR', words: ['bonus'] }],
  [
    'days in the wrong order',
    textsWith('Rodada'),
    { registeredFrom: '2026-03-02', registeredTo: '2026-03-01' },
    { field: 'audience.registeredTo' },
  ],
  ['a plain text', textsWith('Rodada'), {}, undefined],
] as const)('under the profile of Brazil: %s', (_what, texts, rules, unfit) => {
  expect(unfitCampaign(strict, { texts, audience: { ...everyone, ...rules } })).toEqual(unfit)
})

const now = new Date('2026-03-01T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

test.each([
  ['at once, for a week', null, inDays(7), undefined],
  ['planned, for a month', inDays(10), inDays(41), undefined],
  ['with an end that has passed', null, inDays(-1), 'endsAt'],
  ['with an end before its start', inDays(3), inDays(2), 'endsAt'],
  ['for longer than a month', null, inDays(32), 'endsAt'],
  ['too far ahead', inDays(93), inDays(94), 'sendAt'],
])('a campaign %s', (_what, sendAt, endsAt, field) => {
  expect(unfitTime({ now, sendAt, endsAt })).toBe(field)
})

const planned = {
  now,
  sendAt: null,
  endsAt: inDays(1),
  approvedAt: null,
  endedAt: null,
  finishedAt: null,
  isCut: false,
}

test.each([
  ['open', {}],
  ['expired', { endsAt: now }],
  ['rejected', { endedAt: now }],
  ['planned', { approvedAt: now, sendAt: inDays(0.5) }],
  ['sending', { approvedAt: now }],
  ['sending', { approvedAt: now, sendAt: now }],
  ['sent', { approvedAt: now, finishedAt: now }],
  ['cut', { approvedAt: now, finishedAt: now, isCut: true }],
  ['stopped', { approvedAt: now, endedAt: now }],
])('is %s with %j', (status, own) => {
  expect(statusOf({ ...planned, ...own })).toBe(status)
})
