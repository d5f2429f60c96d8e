import { describe, expect, test } from 'vitest'
import { resultView } from './result-views.ts'

describe('the result of a bet', () => {
  test.each([
    { code: 10, text: 'sportsbook.result.won', tone: 'win' },
    { code: 21, text: 'sportsbook.result.halfWon', tone: 'win' },
    { code: 20, text: 'sportsbook.result.lost', tone: 'loss' },
    { code: 4, text: 'sportsbook.result.lost', tone: 'loss' },
    { code: -11, text: 'sportsbook.result.lost', tone: 'loss' },
    { code: 11, text: 'sportsbook.result.halfLost', tone: 'loss' },
    { code: 90, text: 'sportsbook.result.refunded', tone: 'info' },
    { code: -1, text: 'sportsbook.result.abnormal', tone: 'warn' },
  ])('code $code of a settled bet reads $text', ({ code, text, tone }) => {
    expect(resultView('settled', code)).toMatchObject({ text, tone })
  })

  test('code 0 is open while the bet is, and a draw once settled', () => {
    expect(resultView('open', 0).text).toBe('sportsbook.result.open')
    expect(resultView('settled', 0).text).toBe('sportsbook.result.draw')
  })

  test('a bet placed or accepted says so', () => {
    expect(resultView('open', -10).text).toBe('sportsbook.result.placed')
    expect(resultView('open', 1000).text).toBe('sportsbook.result.accepted')
  })

  test('an unknown code is never shown as won or lost', () => {
    expect(resultView('settled', 777).text).toBe('sportsbook.result.unknown')
  })
})
