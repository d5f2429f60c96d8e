import { type OperatorCall, operatorCalls } from '@palpite/contract/backoffice'
import { expect, test } from 'vitest'
import { looksOf } from './list-looks.ts'

const known = {
  playerId: '2',
  busyPlayerId: '1',
  email: 'player-2@growth.example',
  cpf: '52998224725',
  betId: '1025',
  fixtureId: '3',
  roundId: '4',
  orderId: 'a'.repeat(32),
}
const looks = looksOf(known, new Date('2026-11-30T12:00:00Z'))

test('looks at every list that has pages', () => {
  const paged = Object.entries(operatorCalls as Record<string, OperatorCall>)
    .filter(([, { query }]) =>
      JSON.stringify(Object.keys((query as { shape?: object } | undefined)?.shape ?? {})).includes('cursor'),
    )
    .map(([key]) => key.replace('GET /api/backoffice', ''))
    .filter((list) => !list.includes('/:threadId')) // a chat's id goes out in another form
  expect(paged.length).toBeGreaterThan(15)
  expect(paged.filter((list) => !looks.some((look) => look.list === list))).toEqual([])
})

test('looks at a list without a filter, and with each value of each one', () => {
  const marks = looks.filter(({ list }) => list === '/bets/marks').map(({ filter }) => filter)
  expect(marks).toEqual(
    expect.arrayContaining(['', 'kind=late', 'kind=opposed', 'status=open', 'status=seen', 'status=closed']),
  )
})

test('asks for a filter that a list needs with every look', () => {
  const cases = looks.filter(({ list }) => list === '/harm/cases').map(({ filter }) => filter)
  expect(cases).toEqual(['status=open', 'status=closed'])
})
