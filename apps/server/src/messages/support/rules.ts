import type { SupportAbout } from '@palpite/contract'
import { eachLang, type Lang } from '../../platform/texts.ts'

/** Support hours, in minutes from midnight in Brasília; equal values mean never open, 0 to 1440 always. */
export type SupportHours = { fromMinute: number; toMinute: number }

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
})

/** Whether support is open at this moment. Hours may pass midnight. */
export function isWithinHours({ fromMinute, toMinute }: SupportHours, now: Date): boolean {
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number)
  const at = (hour % 24) * 60 + minute
  if (fromMinute <= toMinute) return at >= fromMinute && at < toMinute
  return at >= fromMinute || at < toMinute
}

/** A minute of the day as a time, `HH:MM`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Stored = { aboutKind: 'bet' | 'payment' | null; aboutId: string | null }

/** The subject of a line in wire format. */
export const aboutOf = ({ aboutKind, aboutId }: Stored): SupportAbout | null =>
  aboutKind === null || aboutId === null ? null : { kind: aboutKind, id: aboutId }

/** The name by which an answer calls a player; null while no name is known. */
export const firstNameOf = (name: string): string | null => name.trim().split(/\s+/)[0] || null

type Spoken = { author: 'player' | 'operator'; text: string; at: Date }

const mailTimes = eachLang(
  (lang) =>
    new Intl.DateTimeFormat(lang, { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' }),
)

/** A chat as plain text: a paragraph per line, with author and time. */
export const transcript = (
  lines: readonly Spoken[],
  names: Record<Spoken['author'], string>,
  lang: Lang,
): string =>
  lines
    .map(({ author, text, at }) => `${names[author]} · ${mailTimes[lang].format(at)}\n${text}`)
    .join('\n\n')
