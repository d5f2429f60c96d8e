import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkUsdtAddress, readUsdtAddress } from './usdt-address.ts'

const tron = 'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM'
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('USDT addresses', () => {
  test('reads good addresses of both networks', () => {
    expect(checkUsdtAddress('TRC20', tron)).toMatchObject({ ok: true, normal: tron, checksummed: true })
    expect(checkUsdtAddress('ERC20', ethereum)).toMatchObject({ ok: true, checksummed: true })
  })

  test('an address in one case is shown back with its capitals and said to carry no check', () => {
    expect(checkUsdtAddress('ERC20', ethereum.toLowerCase())).toMatchObject({
      ok: true,
      normal: ethereum,
      checksummed: false,
    })
  })

  test.each([
    ['TRC20', ethereum, 'alphabet'],
    ['ERC20', tron, 'prefix'],
    ['TRC20', `${tron}1`, 'length'],
    ['TRC20', `t${tron.slice(1)}`, 'prefix'],
    ['ERC20', ethereum.slice(0, -1), 'length'],
    ['ERC20', `${ethereum.slice(0, -1)}g`, 'alphabet'],
    ['ERC20', `${ethereum.slice(0, -1)}D`, 'checksum'],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'contract'],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'contract'],
  ] as const)('%s %s is refused for its %s', (network, address, reason) => {
    expect(checkUsdtAddress(network, address)).toEqual({ ok: false, reason })
  })

  test('changing one letter of a Tron address is noticed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 33 }),
        fc.constantFrom('1', '2', '3', 'A', 'B', 'x', 'y'),
        (place, letter) => {
          fc.pre(tron[place] !== letter)
          expect(
            readUsdtAddress('TRC20', `${tron.slice(0, place)}${letter}${tron.slice(place + 1)}`).ok,
          ).toBe(false)
        },
      ),
    )
  })
})
