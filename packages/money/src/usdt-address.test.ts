import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkUsdtAddress, readUsdtAddress, usdtContract, usdtNetworkOf } from './usdt-address.ts'

const tron = 'TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM'
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('USDT addresses', () => {
  test('reads good addresses of both networks', () => {
    expect(checkUsdtAddress('TRC20', tron)).toMatchObject({ ok: true, normal: tron, checksummed: true })
    expect(checkUsdtAddress('ERC20', ethereum)).toMatchObject({ ok: true, checksummed: true })
  })

  test('an address in a single case is shown with checksum capitals and reported as unchecked', () => {
    expect(checkUsdtAddress('ERC20', ethereum.toLowerCase())).toMatchObject({
      ok: true,
      normal: ethereum,
      checksummed: false,
    })
  })

  // The examples of EIP-55: in mixed case, in capitals alone, in small letters alone.
  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
  ])('%s has a valid checksum', (address) => {
    const hex = address.slice(2).toLowerCase()
    expect(readUsdtAddress('ERC20', address)).toEqual({ ok: true, normal: address, hex, checksummed: true })
  })

  test('an address in capitals only has no checksum', () => {
    const address = `0x${ethereum.slice(2).toUpperCase()}`
    expect(checkUsdtAddress('ERC20', address)).toMatchObject({ normal: ethereum, checksummed: false })
  })

  test('a Tron address is its 21 bytes', () => {
    const hex = '41ce8a0cf0c16d48bcf22825f6053248df653c89ca'
    expect(readUsdtAddress('TRC20', tron)).toEqual({ ok: true, normal: tron, hex, checksummed: true })
  })

  test('the form of an address identifies its network', () => {
    expect(
      [ethereum, tron, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzz', `x${ethereum}`, ''].map(usdtNetworkOf),
    ).toEqual(['ERC20', 'TRC20', undefined, undefined, undefined])
  })

  test('the tokens have the addresses that their issuer publishes', () => {
    expect(usdtContract('ERC20')).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7')
    expect(usdtContract('TRC20')).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
  })

  test.each([
    ['TRC20', `0${tron.slice(1)}`, 'alphabet'],
    ['TRC20', `${tron.slice(0, -1)}l`, 'alphabet'],
    ['TRC20', tron.slice(0, -1), 'length'],
    ['TRC20', '1'.repeat(34), 'length'], // 34 zero bytes
    ['TRC20', `${tron.slice(0, -1)}N`, 'checksum'],
    ['ERC20', `0X${ethereum.slice(2)}`, 'prefix'],
    ['ERC20', `0xg${ethereum.slice(3)}`, 'alphabet'],
    ['ERC20', `${ethereum}0`, 'length'],
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
