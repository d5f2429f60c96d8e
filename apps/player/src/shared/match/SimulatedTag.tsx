import { useText } from '../text/text.ts'

/** Marks a match, league or bet as simulated: its clubs and events are invented. */
export function SimulatedTag() {
  const t = useText()
  return (
    <span className="inline-flex min-h-18 shrink-0 items-center rounded-6 px-5 text-10 font-700 whitespace-nowrap text-text-2 ring-1 ring-line-strong">
      {t('app.simulated.tag')}
    </span>
  )
}
