import { expect, test } from 'vitest'
import { childAddress, childKey, readExtendedKey } from './child-address.ts'

const PARENT =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'
const CHILD =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'

test('derives the child that the standard prints, and writes one key for both networks', () => {
  const parent = readExtendedKey(PARENT)
  expect(Buffer.from(childKey(parent, 0))).toEqual(Buffer.from(readExtendedKey(CHILD).key))
  const [tron, ethereum] = [childAddress('TRC20', parent, 7), childAddress('ERC20', parent, 7)]
  expect(tron.account).toBe(ethereum.account)
  expect(tron.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  expect(ethereum.address.toLowerCase()).toBe(ethereum.account)
})

test.each([
  ['one letter changed', `${PARENT.slice(0, -1)}C`],
  ['nothing like it', 'xpub'],
])('an extended key with %s is none', (_what, written) => {
  expect(() => readExtendedKey(written)).toThrow(/./)
})
