import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { withProof } from './with-proof.ts'

const challenge = { challenge: 'signed', bits: 3 }
const refusal = (code: string, more: object = {}) =>
  new ApiError({ http: 500, status: 5111, path: '/login', data: { code, ...more } })
const solve = vi.fn(async () => 'signed:7')

test('S6: a call that requires a proof of work is repeated with it', async () => {
  const sent: object[] = []
  const call = async (proof: { proof?: string }) => {
    sent.push(proof)
    if (proof.proof === undefined) throw refusal('proof_needed', challenge)
    return 'let in'
  }
  expect(await withProof(call, solve)).toBe('let in')
  expect(sent).toEqual([{}, { proof: 'signed:7' }])
  expect(solve).toHaveBeenCalledExactlyOnceWith(challenge)
})

test('a call refused for another reason is not repeated', async () => {
  const call = vi.fn(async () => {
    throw refusal('wrong_captcha')
  })
  await expect(withProof(call, solve)).rejects.toThrow('/login answered 500')
  expect(call).toHaveBeenCalledOnce()
})

test('a rejected proof is not recomputed automatically', async () => {
  const call = vi.fn(async () => {
    throw refusal('proof_needed', challenge)
  })
  await expect(withProof(call, solve)).rejects.toThrow('/login answered 500')
  expect(call).toHaveBeenCalledTimes(2)
})
