import type { text } from '../../shared/text/text.ts'

type Match = { home: string; away: string; title?: string | null }

/** What a leg is on: who plays whom, or the title of what has a field of runners. */
export const matchName = (t: typeof text, { home, away, title }: Match): string =>
  home === '' ? (title ?? '') : t('sportsbook.leg.match', { home, away })
