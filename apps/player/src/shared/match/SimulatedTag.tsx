import { useText } from '../text/text.ts'

/** Says that a match, a league or a bet on it is simulated: the clubs are invented, and so is what they do. */
export function SimulatedTag() {
  const t = useText()
  return (
    <span className="inline-flex min-h-18 shrink-0 items-center rounded-6 px-5 text-10 font-700 whitespace-nowrap text-text-2 ring-1 ring-line-strong">
      {t('app.simulated.tag')}
    </span>
  )
}
