import { Button } from '@palpite/ui'
import { type MouseEvent, useRef } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { usePlacing } from './place-slip.ts'
import type { NextStep } from './slip-rules.ts'

type Props = {
  step: NextStep
  /** The sum of all stakes. */
  stakeCents: number
  place: () => void
  /**
   * Accepts current prices without placing: a price that moves under the finger must not be bet on by the same press.
   */
  agree: () => void
  remove: (outcomeIds: readonly string[]) => void
}

/** The slip's one button. It always says what it will do, or what is missing. */
export function SlipButton({ step, stakeCents, place, agree, remove }: Props) {
  const t = useText()
  const { money, price } = useFormat()
  const busy = usePlacing((state) => state.busy)
  const begunOn = useRef(step.kind)
  /**
   * Only a press that began on the current label counts, and only the first of a double tap: the second would hit
   * another step.
   */
  const pressed = (act: () => void) => ({
    onPointerDown: () => {
      begunOn.current = step.kind
    },
    onClick: ({ detail }: MouseEvent) => {
      const isByPointer = detail > 0
      if (isByPointer && (detail > 1 || begunOn.current !== step.kind)) return
      act()
    },
  })

  if (busy || step.kind === 'waiting') {
    return (
      <Button block busy>
        {t('sportsbook.place.sending')}
      </Button>
    )
  }
  switch (step.kind) {
    case 'login':
      return (
        <Button block onClick={() => openOverlay('login', { tab: 'login', next: 'slip' })}>
          {t('sportsbook.place.login')}
        </Button>
      )
    case 'line':
      return (
        <Button block disabled>
          {t('sportsbook.place.line')}
        </Button>
      )
    case 'remove':
      return (
        <Button block kind="secondary" onClick={() => remove(step.outcomeIds)}>
          {t('sportsbook.place.remove', { count: step.outcomeIds.length })}
        </Button>
      )
    case 'agree':
      return (
        <Button block {...pressed(agree)}>
          <span className={step.odds && 'flex-1 text-start'}>
            {t('sportsbook.place.agree', { count: step.count })}
          </span>
          {/* Repeats what is beside the selection, to show what is accepted. */}
          {step.odds && (
            <span aria-hidden="true" className="flex items-baseline gap-6">
              <s className="text-13 font-500">{price(step.odds.beforeMilli)}</s>
              <span className="text-16 font-800">{price(step.odds.nowMilli)}</span>
            </span>
          )}
        </Button>
      )
    case 'conflict':
      return (
        <Button block disabled>
          {t('sportsbook.place.conflict')}
        </Button>
      )
    case 'limit':
      return (
        <Button block disabled>
          {t('sportsbook.place.limit')}
        </Button>
      )
    case 'stake':
      return (
        <Button block disabled>
          {t('sportsbook.place.stake')}
        </Button>
      )
    case 'bounds':
      return (
        <Button block disabled>
          {t('sportsbook.place.button', { amount: money(stakeCents) })}
        </Button>
      )
    case 'deposit':
      return (
        <Button
          block
          onClick={() => openOverlay('deposit', { tab: 'deposit', missingCents: step.missingCents })}
        >
          {t('sportsbook.place.deposit', { amount: money(step.missingCents) })}
        </Button>
      )
    case 'place':
      return (
        <Button block {...pressed(place)}>
          <span className="flex-1 text-start">
            {t('sportsbook.place.button', { amount: money(step.stakeCents) })}
          </span>
          {/* Repeats what is beside the stake, to draw attention. */}
          <span aria-hidden="true" className="text-end text-12 leading-tight font-600">
            {t('sportsbook.place.upTo')}
            <span className="block text-14 font-700">{money(step.returnCents)}</span>
          </span>
        </Button>
      )
  }
}
