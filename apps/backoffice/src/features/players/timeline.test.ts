import { expect, test } from 'vitest'
import { joined, placeOfEntry, stateName, type TimelineItem } from './timeline.ts'

const entry = (given: Partial<TimelineItem>): TimelineItem => ({
  id: 'audit:1',
  kind: 'audit',
  event: 'audited',
  at: '2026-11-30T12:00:00Z',
  amountCents: null,
  returnCents: null,
  state: null,
  text: 'player.looked_up',
  ref: null,
  by: { actorKind: 'operator', actorId: 1 },
  until: null,
  games: [],
  ...given,
})

test('views of one operator that follow each other are one entry; others stay', () => {
  const by2 = { actorKind: 'operator' as const, actorId: 2 }
  const items = [
    entry({}),
    entry({ id: 'audit:2' }),
    entry({ id: 'audit:3', by: by2 }),
    entry({ id: 'bets:1', kind: 'bet', event: 'bet_placed', text: null }),
    entry({ id: 'bets:2', kind: 'bet', event: 'bet_placed', text: null }),
    entry({ id: 'audit:4' }),
  ]
  expect(joined(items).map(({ id, times }) => [id, times])).toEqual([
    ['audit:1', 2],
    ['audit:3', 1],
    ['bets:1', 1],
    ['bets:2', 1],
    ['audit:4', 1],
  ])
})

test('views of several parts of a record are one look at the player, and an act between them stays', () => {
  const items = [
    entry({ id: 'audit:9', text: 'player.timeline_read' }),
    entry({ id: 'audit:8', text: 'player.notes_read', state: 'five' }),
    entry({ id: 'audit:7', text: 'player.looked_up' }),
    entry({ id: 'audit:6', text: 'player.note_pinned' }),
    entry({ id: 'audit:5', text: 'player.notes_read' }),
  ]
  expect(joined(items).map(({ id, text, state, times }) => [id, text, state, times])).toEqual([
    ['audit:9', 'player.looked_up', null, 3],
    ['audit:6', 'player.note_pinned', null, 1],
    ['audit:5', 'player.notes_read', null, 1],
  ])
})

const none = { books: false, review: false }
test.each([
  { event: 'bet_placed', ref: '9', may: none, place: '/apostas?jogador=7&aberto=9' },
  {
    event: 'rounds_played',
    text: '2026-11-30',
    may: none,
    place: '/rodadas?jogador=7&de=2026-11-30&ate=2026-11-30',
  },
  { event: 'transfer_sent', ref: '8', may: none, place: '/jogadores?busca=8' },
  { event: 'case_opened', ref: '3', state: 'closed', may: none, place: '/protecao?ver=closed&aberto=3' },
  { event: 'case_opened', ref: '3', state: 'open', may: none, place: '/protecao?aberto=3' },
  {
    event: 'thread_opened',
    ref: 'AB',
    state: 'answered',
    may: none,
    place: '/atendimento?estado=answered&aberto=AB',
  },
  { event: 'documents_given', ref: '2', state: 'unsure', may: none, place: '/documentos?aberto=2' },
  { event: 'documents_given', ref: '2', state: 'collecting', may: none, place: undefined },
  { event: 'deposit_ordered', ref: 'ab', may: none, place: undefined },
  { event: 'deposit_ordered', ref: 'ab', may: { ...none, books: true }, place: '/depositos/pedido?busca=ab' },
  {
    event: 'withdrawal_requested',
    ref: 'ab',
    state: 'sent',
    may: { ...none, review: true },
    place: '/saques/a-caminho?aberto=ab',
  },
  {
    event: 'withdrawal_requested',
    ref: 'ab',
    state: 'paid',
    may: { ...none, review: true },
    place: undefined,
  },
  { event: 'registered', may: none, place: undefined },
] as const)('the detail of $event ($state) is at $place', ({ may, place, ...given }) => {
  expect(placeOfEntry(entry({ text: null, ...given }), 7, may)).toBe(place)
})

test('a state that this version does not know has no text', () => {
  expect(stateName({ event: 'bet_placed', state: 'open' })).toBe('plays.state.open')
  expect(stateName({ event: 'bet_placed', state: 'of tomorrow' })).toBeUndefined()
})
