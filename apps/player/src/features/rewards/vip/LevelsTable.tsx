import { cx } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import type { VipLevel } from './vip-level.ts'

type Props = {
  levels: readonly VipLevel[]
  own: number | undefined
  onChoose: (level: number) => void
}

/** All levels with requirements and benefits; the first column is sticky and opens a level. */
export function LevelsTable({ levels, own, onChoose }: Props) {
  const t = useText()
  const format = useFormat()
  const amount = (cents: number | null) => (cents === null ? '—' : format.money(cents))
  const heads = [
    t('rewards.vip.column.level'),
    t('rewards.vip.column.deposit'),
    t('rewards.vip.column.nextTopUp'),
    t('rewards.vip.column.nextStakes'),
    t('rewards.vip.column.count'),
    t('rewards.vip.column.rate'),
    t('rewards.vip.column.award'),
  ]
  return (
    <Card title={t('rewards.vip.table')}>
      <div className="relative -me-14 overflow-x-auto">
        <table className="w-full text-end text-12 whitespace-nowrap">
          <thead className="text-text-2">
            <tr>
              {heads.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={cx('p-8 font-600', at === 0 && 'sticky start-0 bg-surface-1 ps-0 text-start')}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {levels.map((level) => (
              <tr key={level.level} className={cx('border-t border-line', level.level === own && 'font-700')}>
                <th
                  scope="row"
                  className="sticky start-0 bg-surface-1 p-8 ps-0 text-start font-700 text-brand-text"
                >
                  <button
                    type="button"
                    aria-label={t('rewards.vip.level', { level: level.level })}
                    onClick={() => onChoose(level.level)}
                    className="tap cursor-pointer rounded-8 px-8 hover:bg-surface-3"
                  >
                    {level.level}
                  </button>
                </th>
                <td className="p-8">{format.money(level.depositCents)}</td>
                <td className="p-8">{amount(level.nextTopUpCents)}</td>
                <td className="p-8">{amount(level.nextSettledCents)}</td>
                <td className="p-8">{level.withdrawalsADay}</td>
                <td className="p-8">{format.percent(level.feeBps / 10_000, 2)}</td>
                <td className="p-8 pe-14">
                  {format.money(level.awardCents)}
                  {level.lowerAward && (
                    <span className="block text-11 font-400 text-text-2">
                      {t('rewards.vip.lowerAward', {
                        when: format.dayTime(level.lowerAward.startsAt),
                        amount: format.money(level.lowerAward.awardCents),
                      })}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
