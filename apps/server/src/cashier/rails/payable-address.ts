import { checkUsdtAddress, readUsdtAddress, usdtNetworkOf, type UsdtNetwork } from '@palpite/money/usdt'

/** What an address of either network is inside: twenty bytes, as the chain knows them. */
export function accountOf({ network, address }: Payable): string {
  const reading = readUsdtAddress(network, address)
  return reading.ok ? `0x${reading.hex.slice(-40).toLowerCase()}` : ''
}

/** An address that may be paid: its network, and itself as it is written with its check. */
export type Payable = { network: UsdtNetwork; address: string }

/**
 * The address and its network, if USDT may be sent there: right in form and check, neither the token itself nor nobody's.
 * One of Ethereum in one case carries no check, so a wrong letter would be paid: whoever compared it sends its capitals.
 */
export function payableAddress(typed: string): Payable | undefined {
  const network = usdtNetworkOf(typed)
  const reading = network && checkUsdtAddress(network, typed)
  if (!network || !reading?.ok || !reading.checksummed || /^(41)?0{40}$/.test(reading.hex)) return undefined
  return { network, address: reading.normal }
}
