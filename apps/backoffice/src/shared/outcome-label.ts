import type { text } from './text.ts'

/** The usual coupon signs: the title has the sides. */
const signs: Readonly<Record<string, string>> = { home: '1', draw: 'X', away: '2' }
const words = {
  over: 'trading.code.over',
  under: 'trading.code.under',
  yes: 'trading.code.yes',
  no: 'trading.code.no',
  odd: 'trading.code.odd',
  even: 'trading.code.even',
} as const

/** An outcome in the short words of a coupon. */
export function labelOf({ code, name }: { code: string; name: string | null }, t: typeof text): string {
  const key = words[code as keyof typeof words]
  return signs[code] ?? (key ? t(key) : (name ?? code))
}
