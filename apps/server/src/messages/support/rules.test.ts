import { expect, test } from 'vitest'
import { aboutOf, clockOf, isWithinHours, transcript } from './rules.ts'

const brasilia = (clock: string) => new Date(`2026-11-23T${clock}:00-03:00`)

test.each([
  { hours: [0, 1440], at: '00:00', isOpen: true },
  { hours: [0, 1440], at: '23:59', isOpen: true },
  { hours: [480, 1320], at: '07:59', isOpen: false },
  { hours: [480, 1320], at: '08:00', isOpen: true },
  { hours: [480, 1320], at: '22:00', isOpen: false },
  { hours: [1200, 120], at: '01:59', isOpen: true }, // over midnight
  { hours: [1200, 120], at: '02:00', isOpen: false },
  { hours: [600, 600], at: '10:00', isOpen: false },
])('hours of $hours are open at $at: $isOpen', ({ hours: [fromMinute = 0, toMinute = 0], at, isOpen }) => {
  expect(isWithinHours({ fromMinute, toMinute }, brasilia(at))).toBe(isOpen)
})

test('formats a minute of the day as a time', () => {
  expect([0, 485, 1440].map(clockOf)).toEqual(['00:00', '08:05', '24:00'])
})

test('the subject of a line is complete or absent', () => {
  expect(aboutOf({ aboutKind: 'bet', aboutId: 'A' })).toEqual({ kind: 'bet', id: 'A' })
  expect(aboutOf({ aboutKind: null, aboutId: null })).toBeNull()
})

test('a transcript shows author, time and text, in order', () => {
  const at = brasilia('12:30')
  const lines = [
    { author: 'player', text: 'Oi', at },
    { author: 'operator', text: 'Olá', at },
  ] as const
  const said = transcript(lines, { player: 'Você', operator: 'Atendimento' }, 'pt-BR')
  expect(said).toBe('Você · 23/11/2026, 12:30\nOi\n\nAtendimento · 23/11/2026, 12:30\nOlá')
})
