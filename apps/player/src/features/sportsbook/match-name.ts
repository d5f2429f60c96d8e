import type { text } from '../../shared/text/text.ts'

type Match = { home: string; away: string; title?: string | null }

/** A leg's match: its two sides, or the title of a field. */
export const matchName = (t: typeof text, { home, away, title }: Match): string =>
  home === '' ? (title ?? '') : t('sportsbook.leg.match', { home, away })
