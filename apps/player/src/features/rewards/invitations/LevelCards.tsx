import { CountUp } from '@palpite/ui'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsStill } from '../../../shared/use-is-still.ts'
import { useUser } from '../../../shared/use-user.ts'
import { levelTints, type Invitations, usePersonsText } from './invitation-levels.ts'

/** The three levels: people, their stakes, and the player's earnings. */
export function LevelCards({ levels }: Pick<Invitations, 'levels'>) {
  const t = useText()
  const format = useFormat()
  const user = useUser()
  const isStill = useIsStill()
  const staked = [user?.level1Amount, user?.level2Amount, user?.level3Amount]
  const personsText = usePersonsText()
  return (
    <ul className="grid grid-cols-3 gap-8 roomy:grid-cols-1">
      {levels.map(({ level, persons, earnedCents, rateBps }) => (
        <li key={level} className="hairline grid content-start gap-3 rounded-14 bg-surface-1 p-10">
          <span className={`text-12 font-700 ${levelTints[level - 1] ?? ''}`}>
            {t('rewards.invite.level', { level })}
          </span>
          <span className="text-16 font-700">
            <CountUp count={persons} isStill={isStill} textOf={personsText} />
          </span>
          <span className="text-14 font-600">{format.money(earnedCents)}</span>
          <span className="text-11 text-text-2">
            {t('rewards.invite.staked', { amount: format.money(centsOf(staked[level - 1] ?? 0)) })}
          </span>
          <span className="text-11 text-text-2">
            {t('rewards.invite.rate', { share: format.percent(rateBps / 10_000, 2) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
