import { expect, test } from 'vitest'
import {
  type Banner,
  carriedOver,
  changesOf,
  contentTyped,
  emptyBanner,
  newestOf,
  nextVersion,
} from './banner.ts'

const words = (title: string) => ({ title, alt: 'Um estádio', action: 'Ver' })
const banner = (bannerId: string, own: Partial<Banner> = {}): Banner => ({
  bannerId,
  place: 'home',
  pictureId: 'a'.repeat(64),
  texts: { 'pt-BR': words('A final') },
  href: '/footballPage',
  order: 1,
  audience: 'all',
  minVipLevel: 0,
  startsOn: '2026-03-01',
  endsOn: '2026-03-10',
  replaces: null,
  reason: 'the matches of the weekend',
  status: 'live',
  proposedBy: 1,
  proposedAt: '2026-02-28T12:00:00Z',
  approvedBy: 2,
  endedBy: null,
  ...own,
})
const today = '2026-03-05'

test('another version begins today at the earliest, and replaces the one it came from', () => {
  expect(nextVersion(banner('1'), today)).toMatchObject({ startsOn: today, replaces: '1', order: '1' })
  expect(nextVersion(banner('1', { startsOn: '2026-03-07' }), today).startsOn).toBe('2026-03-07')
})

test('a form says what is missing, one after the other', () => {
  const missing = (own: object) =>
    contentTyped({ ...emptyBanner('home', today), ...own }, ['blog.palpite.example'])
  const picture = { pictureId: 'a'.repeat(64) }
  const texts = { texts: { 'pt-BR': words('A final') } }
  const link = { href: '/mines' }
  expect(missing({})).toEqual({ missing: 'banners.missing.picture' })
  expect(missing(picture)).toEqual({ missing: 'banners.missing.text' })
  expect(missing({ ...picture, ...texts })).toEqual({ missing: 'banners.missing.link' })
  const elsewhere = { ...picture, ...texts, href: 'https://evil.example/' }
  expect(missing(elsewhere)).toEqual({ missing: 'banners.missing.target' })
  const most = { ...picture, ...texts, ...link }
  expect(missing({ ...most, order: '100' })).toEqual({ missing: 'banners.missing.number' })
  expect(missing({ ...most, audience: 'players', minVipLevel: '13' })).toEqual({
    missing: 'banners.missing.number',
  })
  expect(missing(most)).toEqual({ missing: 'banners.missing.end' })
  expect(missing({ ...most, endsOn: '2026-03-09' })).toEqual({ missing: 'promotions.propose.noReason' })
  const whole = { ...most, endsOn: '2026-03-09', reason: 'the matches of the week' }
  expect(missing({ ...whole, minVipLevel: '4' })).toMatchObject({ content: { minVipLevel: 0, order: 1 } })
})

test('the newest version is the last that took over, not one that waits or was taken back', () => {
  const versions = [
    banner('5', { replaces: '3', status: 'open' }),
    banner('4', { replaces: '3', status: 'stopped' }),
    banner('3', { replaces: '1' }),
    banner('2', { replaces: '1', status: 'rejected' }),
    banner('1', { status: 'replaced' }),
  ]
  expect(newestOf(versions, '1')?.bannerId).toBe('3')
  expect(newestOf(versions, '3')?.bannerId).toBe('3')
})

test('a change of an older version is carried over: what others changed stays', () => {
  const old = banner('1', { status: 'replaced' })
  const newest = banner('3', { replaces: '1', href: '/mines', texts: { 'pt-BR': words('A semifinal') } })
  const typed = { ...nextVersion(old, today), order: '7', reason: 'a later place in the row' }
  expect(changesOf(old, newest)).toEqual([
    { name: 'banners.field.title', language: 'pt-BR', before: 'A final', after: 'A semifinal' },
    { name: 'banners.field.link', before: '/footballPage', after: '/mines' },
  ])
  expect(changesOf(old, { ...old, audience: 'players' })).toEqual([
    {
      name: 'banners.field.audience',
      before: { text: 'banners.audience.all' },
      after: { text: 'banners.audience.players' },
    },
  ])
  expect(carriedOver(typed, old, newest, today)).toMatchObject({
    href: '/mines',
    texts: { 'pt-BR': words('A semifinal') },
    order: '7',
    replaces: '3',
    reason: 'a later place in the row',
  })
})
