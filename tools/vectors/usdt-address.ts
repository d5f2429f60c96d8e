import { checkUsdtAddress, readUsdtAddress, type UsdtNetwork, type UsdtReading } from '@palpite/money/usdt'
import { attempt, differs, list, object, text, verdict, type Check, type Json } from './case.ts'
import { compareFields } from './fields.ts'
import { plainWord } from './settlement-results.ts'

const NETWORKS: Readonly<Record<string, UsdtNetwork>> = {
  trc20: 'TRC20',
  trc_20: 'TRC20',
  tron: 'TRC20',
  erc20: 'ERC20',
  erc_20: 'ERC20',
  ethereum: 'ERC20',
  eth: 'ERC20',
}

/** USDT addresses: the verdict in form and its reason, and the normal form or bytes where the file says them. */
export const checkUsdtAddresses = (file: unknown): Check[] =>
  list(object(file)['vectors'] ?? file).map((value) => {
    const one = object(value)
    const id = `${String(text(one['network']))} ${String(text(one['address']))}`
    return attempt(id, () => checkOne(id, one))
  })

const checkOne = (id: string, one: Json): Check => {
  const { network: named, address, ...expected } = one
  const network = NETWORKS[plainWord(named)]
  if (!network) return { verdict: 'skipped', id, what: `network ${String(text(named))}` }
  if (typeof address !== 'string') return { verdict: 'failed', id, why: 'the address is no text' }
  const reading = readUsdtAddress(network, address)
  const { wrongs, unread } = compareFields('the address', expected, {
    valid: (value) => differs('valid', value, reading.ok),
    reason: (value) => differs('reason', reasonNamed(value), reading.ok ? undefined : reading.reason),
    hex: (value) =>
      differs('hex', text(value)?.toLowerCase().replace(/^0x/, ''), reading.ok ? reading.hex : undefined),
    checksummed: (value) => differs('checksummed form', value, normalOf(network, address, reading)),
    allowed: (value) => differs('allowed', value, checkUsdtAddress(network, address).ok),
  })
  const nothing = one['valid'] === undefined ? 'whether it is valid is not said' : undefined
  return verdict(id, [nothing, ...wrongs], unread)
}

const REASONS: Readonly<Record<string, string>> = {
  base58: 'alphabet',
  hex: 'alphabet',
  characters: 'alphabet',
  eip55: 'checksum',
  eip: 'checksum',
  crc: 'checksum',
  version: 'prefix',
  no: 'prefix',
}

/** The first word of a reason, in ours: "prefix 0x7f" is the prefix. */
const reasonNamed = (value: unknown): string => {
  const [word = ''] = plainWord(value).split('_')
  return REASONS[word] ?? word
}

/** The form to show back; also of an address refused for its capitals, as it would be in small letters. */
const normalOf = (network: UsdtNetwork, address: string, reading: UsdtReading): string | undefined => {
  if (reading.ok) return reading.normal
  const small = network === 'ERC20' ? readUsdtAddress(network, address.toLowerCase()) : reading
  return small.ok ? small.normal : undefined
}
