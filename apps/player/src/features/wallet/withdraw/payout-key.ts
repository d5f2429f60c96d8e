import { hideTaxId, isValidCnpj, isValidCpf, maskCnpj, maskCpf, normaliseTaxId } from '@palpite/money'
import { checkUsdtAddress, type UsdtNetwork, usdtNetworkOf } from '@palpite/money/usdt'
import type { TextKey } from '../../../shared/text/keys.ts'
import type { Method } from './withdraw-rules.ts'

/** A typed key in its usual notation. */
export const shownKey = (method: Method, typed: string): string => {
  if (method === 'CPF') return maskCpf(typed)
  if (method === 'CNPJ') return maskCnpj(typed)
  return typed.trim()
}

/** Whether it could be a key of this method. */
export const isPossibleKey = (method: Method, typed: string): boolean => {
  const key = bareKey(method, typed)
  if (method === 'CPF') return isValidCpf(key)
  if (method === 'CNPJ') return isValidCnpj(key)
  const network = usdtNetworkOf(key)
  return network !== undefined && checkUsdtAddress(network, key).ok
}

/** The network of a valid address; undefined otherwise. */
export const networkOf = (method: Method, typed: string): UsdtNetwork | undefined =>
  method === 'USDT' && isPossibleKey(method, typed) ? usdtNetworkOf(typed.trim()) : undefined

const cpfLength = 11
const cnpjLength = 14

/** The error of an invalid key: a short one is not blamed for its check digits. */
export const keyProblem = (method: Method, typed: string): TextKey => {
  if (method === 'USDT') return 'wallet.details.addressWrong'
  const isShort = bareKey(method, typed).length < (method === 'CPF' ? cpfLength : cnpjLength)
  return isShort ? 'wallet.details.incomplete' : 'wallet.details.wrong'
}

/** Whether an address has no checksum: an Ethereum one in a single case, where a typo goes unnoticed. */
export const lacksCheck = (method: Method, typed: string): boolean => {
  const network = networkOf(method, typed)
  if (network === undefined) return false
  const reading = checkUsdtAddress(network, typed.trim())
  return reading.ok && !reading.checksummed
}

/** The key as sent: without punctuation, an address with checksum capitals. */
export const bareKey = (method: Method, typed: string): string => {
  if (method !== 'USDT') return normaliseTaxId(typed)
  const address = typed.trim()
  const network = usdtNetworkOf(address)
  const reading = network && checkUsdtAddress(network, address)
  return reading?.ok ? reading.normal : address
}

/** A stored key with its middle hidden. */
export const hiddenKey = (method: Method, key: string): string => {
  if (method !== 'USDT') return hideTaxId(key)
  return key.length > 12 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key
}

/** The name on a stored key: the first name, and initials. */
export const hiddenName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((one) => `${one.slice(0, 1)}.`)].join(' ')
}
