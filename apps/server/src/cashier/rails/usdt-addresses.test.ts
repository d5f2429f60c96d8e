import { expect, test } from 'vitest'
import { childAddress, childKey, readExtendedKey } from './usdt-addresses.ts'

const PARENT =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'
/** Test vector 1 of BIP 32. */
const PRIVATE =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const CHILD =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'

test('derives the child that the standard prints, and writes one key for both networks', () => {
  const parent = readExtendedKey(PARENT)
  expect(childKey(parent, 0)).toEqual(readExtendedKey(CHILD).publicKey)
  const [tron, ethereum] = [childAddress('TRC20', parent, 7), childAddress('ERC20', parent, 7)]
  expect(tron.account).toBe(ethereum.account)
  expect(tron.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  expect(ethereum.address).toBe('0x5E4752fE6cd956e9276936047BD5bF59381Cb8e1')
  expect(ethereum.address.toLowerCase()).toBe(ethereum.account)
})

test.each([
  ['one changed letter', `${PARENT.slice(0, -1)}C`],
  ['another text', 'xpub'],
  ['a private key', PRIVATE],
])('refuses %s as an extended public key', (_what, written) => {
  expect(() => readExtendedKey(written)).toThrow(/./)
})
