import { describe, expect, test } from 'vitest'
import { addressOf } from './request.ts'

describe('the address of a call', () => {
  test('takes its parameters into the path', () => {
    expect(addressOf('/api/app/order/getStatus/:orderId', { orderId: 'a/b' })).toBe(
      '/api/app/order/getStatus/a%2Fb',
    )
  })

  test('leaves out what is not given, and repeats a list without index marks', () => {
    expect(addressOf('/api/x', {}, { sport: 'tennis', cursor: undefined, id: ['1', '2'] })).toBe(
      '/api/x?sport=tennis&id=1&id=2',
    )
  })

  test('refuses a path whose parameter is missing', () => {
    expect(() => addressOf('/api/x/:id')).toThrow('/api/x/:id needs id')
  })

  test('refuses values that are not plain', () => {
    expect(() => addressOf('/api/x', {}, { when: { at: 1 } })).toThrow('plain')
  })
})
