import { HeroArt } from '@palpite/ui'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { type Activity, activityLanguages, type ActivityLanguage } from './activity.ts'
import { PhoneFrame } from './PhonePreview.tsx'
import type { Rule } from './promotion.ts'

type Props = { activity: Activity; rules: readonly Rule[] }

/** Previews the page of a planned activity in a phone frame, in each of its languages. */
export function ActivityPreview({ activity, rules }: Props) {
  const t = useText()
  return (Object.keys(activityLanguages) as ActivityLanguage[]).map((language) => (
    <PhoneFrame
      key={language}
      title={t('promotions.activity.preview', { language: t(activityLanguages[language]) })}
    >
      <ActivityPage activity={activity} rules={rules} language={language} />
    </PhoneFrame>
  ))
}

function ActivityPage({ activity, rules, language }: Props & { language: ActivityLanguage }) {
  const t = useText()
  const format = useFormat()
  const { title, summary, how, rules: terms } = activity.texts[language]
  const goalOf = ({ goal }: Rule) =>
    activity.counts === 'stakes'
      ? t('promotions.activity.staked', { amount: format.money(goal) })
      : t('promotions.activity.days', { count: goal })
  const card = 'hairline grid gap-6 rounded-18 bg-surface-1 p-14 text-13'
  return (
    <>
      <div className="aspect-[16/7] overflow-hidden rounded-18">
        <HeroArt hero={activity.art} />
      </div>
      <p className="text-20 font-800 tracking-tight" lang={language}>
        {title}
      </p>
      <p className="text-14 text-text-2" lang={language}>
        {summary}
      </p>
      <ol lang={language} className={`${card} list-decimal ps-30 text-text-2`}>
        {how.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <ul className={card}>
        {rules.map((rule) => (
          <li key={rule.place} className="flex justify-between gap-12">
            <span>{goalOf(rule)}</span>
            <span className="font-700">{format.money(rule.amount)}</span>
          </li>
        ))}
      </ul>
      <ul lang={language} className={`${card} list-disc ps-30 text-text-2`}>
        {terms.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
