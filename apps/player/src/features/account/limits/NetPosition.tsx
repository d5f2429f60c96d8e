import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limit } from '../../../shared/limits.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

const periodTexts: Readonly<Record<Limit['period'], TextKey>> = {
  day: 'protection.net.day',
  week: 'protection.net.week',
  month: 'protection.net.month',
}

/** The net result of the day, week and month. */
export function NetPosition({ limits }: { limits: readonly Limit[] }) {
  const t = useText()
  const format = useFormat()
  const losses = limits.filter(({ kind }) => kind === 'loss')
  return (
    <section aria-labelledby="net-position" className="grid gap-8 rounded-18 bg-surface-2 p-14">
      <h3 id="net-position" className="text-14 font-700">
        {t('protection.net.title')}
      </h3>
      <dl className="grid grid-cols-3 gap-8 narrow:grid-cols-1 roomy:grid-cols-1">
        {losses.map(({ period, used }) => (
          <div
            key={period}
            className="grid narrow:flex narrow:justify-between roomy:flex roomy:justify-between"
          >
            <dt className="text-12 text-text-2">{t(periodTexts[period])}</dt>
            <dd
              data-sign={Math.sign(0 - used)}
              className="text-16 font-800 tracking-tighter data-[sign='1']:text-win"
            >
              {format.signedMoney(0 - used)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-text-2">{t('protection.net.about')}</p>
    </section>
  )
}
