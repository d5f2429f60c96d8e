import { lineQuarters } from '@palpite/odds'
import { text } from './case.ts'

const FRACTIONS: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' }
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`

/** One spelling: plain minus signs, decimals for ½, dots, "0" for a level line. */
const plainLine = (written: string): string => {
  const spelled = written
    .trim()
    .toLowerCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll(
      /(\d?)([¼½¾])/g,
      (_, whole: string, sign: string) => `${whole || '0'}${FRACTIONS[sign] ?? ''}`,
    )
    .replaceAll(/^\(|\)$/g, '')
  return ['pk', 'pick', 'pickem', 'scratch', 'level'].includes(spelled) ? '0' : spelled
}

/** "0, -0.5" and "0/-0.5" are the line between; a sign on the first part alone holds for both, also on "-0". */
const splitLine = (line: string): number | undefined => {
  const [, first, second] = new RegExp(`^(${NUMBER})\\s*[,/&]\\s*(${NUMBER})$`).exec(line) ?? []
  if (first === undefined || second === undefined) return undefined
  const sign = first.startsWith('-') && !/^[+-]/.test(second) ? -1 : 1
  const [low, high] = [Number(first), sign * Number(second)]
  return Math.abs(Math.abs(low - high) - 0.5) < 1e-9 ? (low + high) / 2 : undefined
}

/** A parsed line: its quarters, and the side with the start if it is named ("+1 away", or "0:1" for home's). */
export type WrittenLine = { readonly quarters: number; readonly of?: 'home' | 'away' }

/** A line in any of the forms files use; `undefined` when it is none. */
export const readLine = (value: unknown): WrittenLine | undefined => {
  const written = plainLine(text(value) ?? '')
  const score = /^(\d+)\s*:\s*(\d+)$/.exec(written)
  if (score) return quartersOf(Number(score[1]) - Number(score[2]), 'home')
  const start = new RegExp(`^(${NUMBER})\\s+(home|away)$`).exec(written)
  if (start) return quartersOf(Number(start[1]), start[2] === 'away' ? 'away' : 'home')
  const number = new RegExp(`^${NUMBER}$`).test(written) ? Number(written) : splitLine(written)
  return number === undefined ? undefined : quartersOf(number)
}

const quartersOf = (number: number, of?: 'home' | 'away'): WrittenLine | undefined => {
  const quarters = lineQuarters(number)
  if (quarters === undefined) return undefined
  return of ? { quarters, of } : { quarters }
}

/** The home side's line, from one that is the selected side's or says itself whose it is. */
export const homeLine = ({ quarters, of }: WrittenLine, selected: string): number => {
  const isAway = (of ?? selected) === 'away'
  return isAway && quarters !== 0 ? -quarters : quarters
}
