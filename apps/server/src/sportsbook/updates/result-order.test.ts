import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isUnexplained,
  type ResultTimes,
  rollbackEffect,
  sentOrder,
  settlementOrder,
} from './result-order.ts'

const at = (ms: number) => new Date(1_700_000_000_000 + ms)
const times = (result: number | null, provisional: number | null): ResultTimes => ({
  resultSentAt: result === null ? null : at(result),
  provisionalSentAt: provisional === null ? null : at(provisional),
  reopenedSentAt: null,
})

test.each([
  { sent: 5, newest: null, order: 'newer' },
  { sent: null, newest: 5, order: 'newer' }, // without a time it counts as it arrives
  { sent: 6, newest: 5, order: 'newer' },
  { sent: 5, newest: 5, order: 'same' },
  { sent: 4, newest: 5, order: 'older' },
] as const)(
  'a message sent at $sent is $order than what was applied until $newest',
  ({ sent, newest, order }) => {
    expect(sentOrder(sent === null ? undefined : at(sent), newest === null ? null : at(newest))).toBe(order)
  },
)

test.each([
  { certainty: 'confirmed', result: 5, provisional: 9, order: 'newer' },
  { certainty: 'confirmed', result: 8, provisional: null, order: 'older' },
  { certainty: 'provisional', result: 5, provisional: 9, order: 'older' },
  { certainty: 'provisional', result: 8, provisional: 5, order: 'older' },
  { certainty: 'provisional', result: null, provisional: 7, order: 'same' },
  { certainty: 'provisional', result: 5, provisional: 6, order: 'newer' },
] as const)(
  'a $certainty settlement sent at 7 is $order where the newest certain message was sent at $result and the newest live one at $provisional',
  ({ certainty, result, provisional, order }) => {
    expect(settlementOrder(times(result, provisional), { certainty, sentAt: at(7) })).toBe(order)
  },
)

test.each([
  { stands: 'confirmed', result: 5, provisional: null, effect: 'reopens' },
  { stands: 'confirmed', result: 7, provisional: null, effect: 'reopens' }, // of one millisecond: in doubt it is open
  { stands: 'confirmed', result: 8, provisional: null, effect: 'older' },
  { stands: null, result: 7, provisional: null, effect: 'repeated' },
  { stands: null, result: null, provisional: null, effect: 'reopens' }, // before its settlement
  { stands: 'provisional', result: null, provisional: 6, effect: 'reopens' },
  { stands: 'provisional', result: null, provisional: 8, effect: 'counts' },
  { stands: 'operator', result: 5, provisional: null, effect: 'reopens' },
  { stands: 'operator', result: 7, provisional: null, effect: 'repeated' },
] as const)(
  'a rollback sent at 7 $effect where $stands stands, the newest certain message was sent at $result and the newest live one at $provisional',
  ({ stands, result, provisional, effect }) => {
    expect(rollbackEffect({ certainty: stands, ...times(result, provisional) }, at(7))).toBe(effect)
  },
)

test.each([
  { result: 8, reopened: null, unexplained: true },
  { result: 8, reopened: 5, unexplained: true }, // sent after the rollback
  { result: 8, reopened: 7, unexplained: false }, // of one millisecond: taken back
  { result: 8, reopened: 8, unexplained: false },
  { result: 7, reopened: null, unexplained: false }, // the same message again
  { result: 6, reopened: null, unexplained: false },
  { result: null, reopened: null, unexplained: false },
])(
  'a confirmed result sent at 7 is unexplained: $unexplained, if the newest certain message was sent at $result and the newest rollback at $reopened',
  ({ result, reopened, unexplained }) => {
    const known = { ...times(result, null), reopenedSentAt: reopened === null ? null : at(reopened) }
    expect(isUnexplained(known, at(7))).toBe(unexplained)
  },
)

type Sent = { kind: 'confirmed' | 'provisional' | 'rollback'; at: number }

/** A market after these messages in this order; each settlement states its own time as the result. */
function marketAfter(messages: readonly Sent[]) {
  const market = { ...times(null, null), certainty: null as string | null, result: null as number | null }
  for (const { kind, at: ms } of messages) {
    const sentAt = at(ms)
    if (kind === 'rollback') {
      const effect = rollbackEffect(market, sentAt)
      if (effect === 'reopens' || effect === 'counts') market.resultSentAt = sentAt
      if (effect === 'reopens') Object.assign(market, { certainty: null, result: null })
    } else if (settlementOrder(market, { certainty: kind, sentAt }) === 'newer') {
      if (market.certainty === 'confirmed') continue // contradicts, or is less certain: refused
      Object.assign(market, { certainty: kind, result: ms })
      if (kind === 'confirmed') market.resultSentAt = sentAt
      else market.provisionalSentAt = sentAt
    }
  }
  return { certainty: market.certainty, result: market.result }
}

test('once it has arrived in order, no message of the past changes a market', () => {
  const kinds = fc.constantFrom<Sent['kind'][]>('confirmed', 'provisional', 'rollback')
  fc.assert(
    fc.property(
      fc.array(kinds, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (drawn, place) => {
        const messages = drawn.map((kind, ms) => ({ kind, at: ms }))
        const again = Array.from(
          { length: 12 },
          () => messages[(place.next().value ?? 0) % messages.length],
        ).filter((one) => one !== undefined)
        // A settlement refused because another stood is no message of the past: it was never applied.
        const refusedOnes = messages.filter(
          ({ kind }, ms) => kind !== 'rollback' && marketAfter(messages.slice(0, ms + 1)).result !== ms,
        )
        const replayed = again.filter((one) => !refusedOnes.includes(one))
        expect(marketAfter([...messages, ...replayed])).toEqual(marketAfter(messages))
      },
    ),
    { numRuns: 500 },
  )
})
