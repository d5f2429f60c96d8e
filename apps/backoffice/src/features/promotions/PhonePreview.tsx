import { DayPrizes, PackageFace, PrizeStair, VipBadge } from '@palpite/ui'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { ReactNode } from 'react'
import { type Kind, paidCents, promotionNames, type Rule } from './promotion.ts'
import { useAmountWords, usePlaceWords } from './rule-words.ts'

/** Previews the planned rules in a phone frame, with the components that players see, for a player who has claimed nothing yet. */
export function PhonePreview({ kind, rules }: { kind: Kind; rules: readonly Rule[] }) {
  const t = useText()
  const amountOf = useAmountWords(kind)
  const placeOf = usePlaceWords(kind)
  return (
    <PhoneFrame title={t('promotions.preview.title')}>
      <p className="text-20 font-800 tracking-tight">{t(promotionNames[kind])}</p>
      {kind === 'check_in' && (
        <DayPrizes
          isPhone
          days={rules.map((rule) => ({
            day: rule.place,
            name: placeOf(rule),
            amount: amountOf(rule),
            isToday: rule.place === 1,
          }))}
        />
      )}
      {kind === 'ladder' && (
        <div className="hairline rounded-18 bg-surface-1 p-14">
          <PrizeStair
            steps={rules.map((rule) => ({
              step: rule.place,
              goal: placeOf(rule),
              amount: amountOf(rule),
              state: 'ahead',
            }))}
          />
        </div>
      )}
      {kind === 'packages' && <PackagePreview rules={rules} />}
      {kind === 'discounts' && <DiscountPreview rules={rules} />}
      {kind === 'vip' && (
        <ul className="grid grid-cols-3 gap-8">
          {rules.map((rule) => (
            <li
              key={rule.place}
              className="grid justify-items-center gap-4 rounded-14 bg-surface-1 px-6 py-10 text-12 font-600"
            >
              <VipBadge level={rule.place} className="size-44" />
              <span className="text-text-2">{placeOf(rule)}</span>
              <span className="font-700">{amountOf(rule)}</span>
            </li>
          ))}
        </ul>
      )}
      {kind === 'commission' && (
        <ul className="grid grid-cols-3 gap-8">
          {rules.map((rule) => (
            <li key={rule.place} className="hairline grid content-start gap-3 rounded-14 bg-surface-1 p-10">
              <span className="text-12 font-700">{placeOf(rule)}</span>
              <span className="text-16 font-700">{amountOf(rule)}</span>
            </li>
          ))}
        </ul>
      )}
    </PhoneFrame>
  )
}

/** A frame as wide as a phone, with a title above. */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure aria-label={title}>
      <figcaption className="mb-6 text-13 font-700">{title}</figcaption>
      <div className="hairline mx-auto grid max-w-393 gap-12 rounded-24 bg-bg p-14">{children}</div>
    </figure>
  )
}

const packageBox =
  'hairline grid min-h-68 place-content-center justify-items-center gap-4 rounded-14 bg-surface-2 px-4 text-center'

/** The prices that players see while the discounts run. */
function DiscountPreview({ rules }: { rules: readonly Rule[] }) {
  const format = useFormat()
  return (
    <ul className="grid grid-cols-3 gap-8">
      {rules.map((rule) => (
        <li key={rule.place} className={packageBox}>
          <PackageFace
            price={format.money(paidCents(rule))}
            was={paidCents(rule) < rule.goal ? format.money(rule.goal) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

/** The packages that players see at a first top-up, and at later ones. */
function PackagePreview({ rules }: { rules: readonly Rule[] }) {
  const t = useText()
  const format = useFormat()
  const giftOf = (cents: number) =>
    cents > 0 ? t('promotions.preview.gift', { gift: format.money(cents) }) : undefined
  return (
    [
      ['first', 'promotions.preview.first'],
      ['later', 'promotions.preview.later'],
    ] as const
  ).map(([when, title]) => (
    <section key={when} className="grid gap-6">
      <h3 className="text-12 text-text-2">{t(title)}</h3>
      <ul className="grid grid-cols-3 gap-8">
        {rules.map(({ place, goal, first = 0, amount }) => (
          <li key={place} className={packageBox}>
            <PackageFace price={format.money(goal)} gift={giftOf(when === 'first' ? first : amount)} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
