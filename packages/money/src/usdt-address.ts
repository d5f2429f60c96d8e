import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

export type UsdtNetwork = 'TRC20' | 'ERC20'

/** Why an address is refused. `contract` is valid but the token itself: money sent there is lost. */
export type UsdtRefusal = 'length' | 'alphabet' | 'prefix' | 'checksum' | 'contract'

/** `normal` is the form to show; `checksummed` is false if the text had no checksum. */
export type UsdtReading =
  | { readonly ok: true; readonly normal: string; readonly hex: string; readonly checksummed: boolean }
  | { readonly ok: false; readonly reason: UsdtRefusal }

/** The USDT token contracts: valid addresses that must never be a destination. */
const CONTRACTS: Readonly<Record<UsdtNetwork, string>> = {
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ERC20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
}

/** The network of an address by its form; the rest may still be wrong. */
export const usdtNetworkOf = (address: string): UsdtNetwork | undefined => {
  if (address.startsWith('0x')) return 'ERC20'
  return address.startsWith('T') ? 'TRC20' : undefined
}

/** A network's token as twenty hex bytes with `0x`. */
export const usdtContract = (network: UsdtNetwork): string => {
  const reading = readUsdtAddress(network, CONTRACTS[network])
  if (!reading.ok) throw new Error(`the token of ${network} is no address`)
  return `0x${reading.hex.slice(-40)}`
}

const TRON_PREFIX = 0x41

/** Whether the text is an address of that network. The first half of `checkUsdtAddress`, without our policy. */
export const readUsdtAddress = (network: UsdtNetwork, address: string): UsdtReading =>
  network === 'TRC20' ? readTron(address) : readEthereum(address)

/**
 * Whether USDT may be paid to this address: form, checksum, and not the token contract. Source:
 * docs/maths/usdt-addresses.md.
 */
export const checkUsdtAddress = (network: UsdtNetwork, address: string): UsdtReading => {
  const reading = readUsdtAddress(network, address)
  return reading.ok && Object.values(CONTRACTS).includes(reading.normal)
    ? { ok: false, reason: 'contract' }
    : reading
}

const refuse = (reason: UsdtRefusal): UsdtReading => ({ ok: false, reason })

/** base58check: 0x41, 20 bytes, and the first four bytes of the double SHA-256 of those 21. */
const readTron = (address: string): UsdtReading => {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return refuse('alphabet')
  if (address.length !== 34) return refuse('length')
  const bytes = base58.decode(address)
  if (bytes.length !== 25) return refuse('length')
  const payload = bytes.subarray(0, 21)
  if (payload[0] !== TRON_PREFIX) return refuse('prefix')
  const check = sha256(sha256(payload)).subarray(0, 4)
  if (bytesToHex(check) !== bytesToHex(bytes.subarray(21))) return refuse('checksum')
  return { ok: true, normal: address, hex: bytesToHex(payload), checksummed: true }
}

/** EIP-55: a letter is capital when the same nibble of keccak-256 of the lower-case hex is 8 or more. */
const capitalised = (lowerHex: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowerHex)))
  return Array.from(lowerHex)
    .map((letter, place) => (Number.parseInt(hash.charAt(place), 16) >= 8 ? letter.toUpperCase() : letter))
    .join('')
}

const readEthereum = (address: string): UsdtReading => {
  if (!address.startsWith('0x')) return refuse('prefix')
  const hex = address.slice(2)
  if (hex.length !== 40) return refuse('length')
  if (!/^[0-9a-fA-F]+$/.test(hex)) return refuse('alphabet')
  const normal = `0x${capitalised(hex.toLowerCase())}`
  const oneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if (!oneCase && normal !== address) return refuse('checksum')
  return { ok: true, normal, hex: hex.toLowerCase(), checksummed: normal === address }
}
