/** What an operator states about money outside the books, as the address names it. */
export type Statement =
  | { kind: 'bankOwn'; provider: string }
  | { kind: 'usdtLeft'; network: 'TRC20' | 'ERC20'; account: string }

/** The statement that settles differences with this subject: `balance:pix`, `address:TRC20:0x…`; undefined if none. */
export function statementOf(subject: string): Statement | undefined {
  const [kind, first = '', account = ''] = subject.split(':')
  if (kind === 'balance') return { kind: 'bankOwn', provider: first }
  if (kind === 'address') return { kind: 'usdtLeft', network: first === 'ERC20' ? first : 'TRC20', account }
  return undefined
}

export const isProvider = (typed: string): boolean => /^[a-z0-9-]{2,20}$/.test(typed)
export const isAccount = (typed: string): boolean => /^0x[0-9a-f]{40}$/.test(typed)

/** Parses USDT with up to six decimals to whole millionths: `1234,5` is 1234500000; undefined if invalid. */
export function microsOf(typed: string): number | undefined {
  const [, whole, rest = ''] = /^\s*(\d{1,9})(?:[.,](\d{1,6}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(rest.padEnd(6, '0'))
}
