import { expect, test } from 'vitest'
import { askedOf } from './period.ts'

const now = new Date('2026-11-29T02:00:00Z') // still the 28th in Brazil

test.each([
  { says: {}, from: '2026-10-30', until: '2026-11-28', by: 'day' },
  { says: { por: 'mes' }, from: '2025-12-01', until: '2026-11-28', by: 'month' },
  { says: { por: 'mes', ate: '2026-12-31' }, from: '2026-01-01', until: '2026-12-31', by: 'month' },
  { says: { de: '2026-01-05', ate: '2026-01-09' }, from: '2026-01-05', until: '2026-01-09', by: 'day' },
  { says: { ate: '2026-03-01' }, from: '2026-01-31', until: '2026-03-01', by: 'day' },
  {
    says: { de: '2026-13-05', ate: 'ontem', por: 'ano' },
    from: '2026-10-30',
    until: '2026-11-28',
    by: 'day',
  },
])('the address $says asks for $from until $until by $by', ({ says, ...asked }) => {
  const address = new URLSearchParams(says)
  expect(askedOf((name) => address.get(name) ?? '', now)).toEqual(asked)
})
