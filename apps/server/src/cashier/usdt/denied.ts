import type { Deps } from '../../platform/deps.ts'
import { accountOf, payableAddress } from './payable-address.ts'
import { deniedAmong } from './queries.ts'
import type { Usdt } from './usdt-from-config.ts'

/** Of these addresses those that are paid nothing: the house's own wallet, and what operators put on the list. */
export async function deniedAddresses(
  { db }: Pick<Deps, 'db'>,
  { works }: Usdt,
  typed: readonly string[],
): Promise<ReadonlySet<string>> {
  const payable = typed.flatMap((one) => payableAddress(one) ?? [])
  if (payable.length === 0) return new Set()
  const own = await works?.signer.address()
  const listed = await deniedAmong(
    db,
    payable.map(({ address }) => address),
  )
  const ours = payable.filter((one) => accountOf(one) === own?.toLowerCase())
  return new Set([...listed, ...ours].map(({ address }) => address))
}
