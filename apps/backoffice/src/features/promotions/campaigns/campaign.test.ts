import { expect, test } from 'vitest'
import {
  addCounts,
  audienceTyped,
  type Campaign,
  contentTyped,
  emptyCampaign,
  isInView,
  mayBeEnded,
  missingLanguages,
  type View,
} from './campaign.ts'

const words = { title: 'A rodada', text: 'Veja os jogos.' }

test('a form says what is missing, one after the other', () => {
  const missing = (own: object) => contentTyped({ ...emptyCampaign, ...own })
  const name = { name: 'Fim de semana' }
  const texts = { texts: { 'pt-BR': words } }
  expect(missing({})).toEqual({ missing: 'campaigns.missing.name' })
  expect(missing(name)).toEqual({ missing: 'campaigns.missing.text' })
  const most = { ...name, ...texts }
  expect(missing({ ...most, minVipLevel: '13' })).toEqual({ missing: 'campaigns.missing.audience' })
  expect(missing({ ...most, activity: 'active', days: '0' })).toEqual({
    missing: 'campaigns.missing.audience',
  })
  expect(missing(most)).toEqual({ missing: 'campaigns.missing.end' })
  const times = { sendAt: '2026-03-02T10:00', endsAt: '2026-03-01T10:00' }
  expect(missing({ ...most, ...times })).toEqual({ missing: 'campaigns.missing.end' })
  const ends = { endsAt: '2026-03-09T10:00' }
  expect(missing({ ...most, ...ends })).toEqual({ missing: 'promotions.propose.noReason' })
  expect(missing({ ...most, ...ends, reason: 'the matches of the week' })).toMatchObject({
    content: { sendAt: null, audience: { minVipLevel: null, activity: null, hasDeposited: null } },
  })
})

test('an empty field is no rule of the audience', () => {
  expect(audienceTyped({ ...emptyCampaign, maxVipLevel: '2', activity: 'inactive', deposits: 'no' })).toEqual(
    {
      minVipLevel: null,
      maxVipLevel: 2,
      registeredFrom: null,
      registeredTo: null,
      activity: { kind: 'inactive', days: 30 },
      hasDeposited: false,
    },
  )
  const days = { registeredFrom: '2026-03-02', registeredTo: '2026-03-01' }
  expect(audienceTyped({ ...emptyCampaign, ...days })).toBeUndefined()
})

test('a language with an empty title or text is incomplete', () => {
  const missing = missingLanguages({ 'pt-BR': words, en: { title: 'The round', text: ' ' } })
  expect(missing).toHaveLength(13)
  expect(missing).not.toContain('pt-BR')
})

test('the parts of a count are added up', () => {
  const part = (next: number | null) => ({
    willReceive: 2,
    leftOut: { closed: 1, break: 0, harm: 3, consent: 0 },
    next,
  })
  expect(addCounts(part(7), part(null))).toEqual({
    willReceive: 4,
    leftOut: { closed: 2, break: 0, harm: 6, consent: 0 },
    next: null,
  })
})

test.each<[Campaign['status'], View]>([
  ['open', 'open'],
  ['expired', 'over'],
  ['planned', 'active'],
  ['sending', 'active'],
  ['sent', 'over'],
  ['cut', 'over'],
  ['rejected', 'over'],
  ['stopped', 'over'],
])('a campaign that is %s stands under the filter %s and under all', (status, view) => {
  const views: View[] = ['all', 'open', 'active', 'over']
  expect(views.filter((one) => isInView(one, { status }))).toEqual(['all', view])
})

test('a campaign can be rejected or stopped until it is over, and one that was sent while mails may wait', () => {
  const now = new Date('2026-03-02T12:00:00Z')
  const at = (endsAt: string) => (status: Campaign['status']) => mayBeEnded({ status, endsAt }, now)
  const before = at('2026-03-02T12:00:01Z')
  expect((['open', 'expired', 'planned', 'sending', 'sent'] as const).map(before)).toEqual(
    Array(5).fill(true),
  )
  expect((['cut', 'rejected', 'stopped'] as const).map(before)).toEqual(Array(3).fill(false))
  expect(at('2026-03-02T12:00:00Z')('sent')).toBe(false)
})
