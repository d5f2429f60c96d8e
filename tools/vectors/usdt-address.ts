import { readUsdtAddress } from '@palpite/money/usdt'
import { differs, list, object, text, verdict, type Check } from './case.ts'

/** USDT addresses: the verdict in form, and the normal form or bytes where the file says them. */
export const checkUsdtAddresses = (file: unknown): Check[] =>
  list(object(file)['vectors']).map((one) => {
    const { network, address, valid, hex, checksummed } = object(one)
    const id = `${String(network)} ${String(address)}`
    if (network !== 'TRC20' && network !== 'ERC20')
      return { verdict: 'skipped', id, what: `network ${String(network)}` }
    const reading = readUsdtAddress(network, text(address) ?? '')
    return verdict(id, [
      differs('valid', valid, reading.ok),
      reading.ok && hex !== undefined ? differs('hex', hex, reading.hex) : undefined,
      reading.ok && checksummed !== undefined
        ? differs('checksummed form', checksummed, reading.normal)
        : undefined,
    ])
  })
