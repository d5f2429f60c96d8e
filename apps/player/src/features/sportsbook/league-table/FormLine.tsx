import type { Calls } from '@palpite/contract'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

type Meeting = Calls['GET /api/app/sportsbook/form/:fixtureId']['data']['home'][number]

const letters: Readonly<Record<Meeting['result'], TextKey>> = {
  won: 'sportsbook.table.won.short',
  drawn: 'sportsbook.table.drawn.short',
  lost: 'sportsbook.table.lost.short',
}
const words: Readonly<Record<Meeting['result'], TextKey>> = {
  won: 'sportsbook.form.won',
  drawn: 'sportsbook.form.drawn',
  lost: 'sportsbook.form.lost',
}

/** A side's last results as letters, newest first; each has its match as tooltip. */
export function FormLine({ side, meetings }: { side: string; meetings: readonly Meeting[] }) {
  const t = useText()
  return (
    <div className="flex min-h-32 items-center gap-8 text-13 roomy:flex-wrap">
      <span className="min-w-0 flex-1 roomy:basis-full">{side}</span>
      {meetings.length === 0 && <span className="text-12 text-text-2">{t('sportsbook.form.none')}</span>}
      <ol className="flex gap-4">
        {meetings.map((meeting) => (
          <li
            key={meeting.fixtureId}
            data-result={meeting.result}
            title={scoreText(meeting)}
            className="grid size-24 place-items-center rounded-6 bg-surface-3 text-12 font-700 data-[result=lost]:text-loss data-[result=won]:text-win"
          >
            <span aria-hidden="true">{t(letters[meeting.result])}</span>
            <span className="sr-only">{`${t(words[meeting.result])}: ${scoreText(meeting)}`}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Earlier matches between two sides. */
export function MeetingList({ meetings }: { meetings: readonly Meeting[] }) {
  const { dayTime } = useFormat()
  return (
    <ul className="grid text-13">
      {meetings.map((meeting) => (
        <li
          key={meeting.fixtureId}
          className="flex min-h-32 items-center gap-8 border-t border-line roomy:flex-wrap"
        >
          <span className="min-w-0 flex-1 roomy:basis-full">{scoreText(meeting)}</span>
          <span className="text-12 text-text-2">{dayTime(meeting.startsAt)}</span>
        </li>
      ))}
    </ul>
  )
}

const scoreText = ({ home, away, homeScore, awayScore }: Meeting): string =>
  homeScore === null ? `${home} × ${away}` : `${home} ${homeScore} × ${awayScore} ${away}`
