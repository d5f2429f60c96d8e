import { Button, entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'
import { useId, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import type { UserInfo } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Policy } from '../../../shared/use-policy.ts'
import { StickyAction } from '../StickyAction.tsx'
import { TransferForm } from '../transfer/TransferForm.tsx'
import { WageringMeter } from '../wagering/WageringMeter.tsx'
import { AmountField } from './AmountField.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { OpenGames } from './OpenGames.tsx'
import { networkOf, shownKey } from './payout-key.ts'
import { PayoutChoice } from './PayoutChoice.tsx'
import { type PayoutDetails, useWithdraw, type WithdrawRequest } from './use-withdraw.ts'
import { useProblemText } from './use-problem-text.ts'
import {
  heldByWagering,
  type Method,
  methodsFor,
  standstill,
  type WithdrawLimits,
  type WithdrawProblem,
  withdrawProblem,
} from './withdraw-rules.ts'
import { WithdrawalsUnderWay } from './WithdrawalsUnderWay.tsx'
import { WithdrawSummary } from './WithdrawSummary.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

type Props = { limits: WithdrawLimits; user: UserInfo; policy: Policy }
type Known = Partial<Record<Method, PayoutDetails>>

/** The form, once the limits are loaded. */
export function WithdrawDesk({ limits, user, policy }: Props) {
  const t = useText()
  const format = useFormat()
  const problemText = useProblemText()
  const methods = methodsFor(limits, user.lx)
  const [entry, setEntry] = useState<MoneyEntry>('')
  const [isClamped, setIsClamped] = useState(false)
  const [method, setMethod] = useState<Method>(methods[0] ?? 'CPF')
  const [typed, setTyped] = useState<Known>({})
  const [editing, setEditing] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [toVerify, setToVerify] = useState<WithdrawRequest>()
  const [isTransferring, setIsTransferring] = useState(false)
  const withdrawing = useWithdraw(setToVerify, () => setEditing(true))

  const amountCents = entryCents(entry)
  const balanceCents = centsOf(user.balance)
  const { ownNameOnly, countsWithdrawals } = policy
  const details = typed[method] ?? limits.cardInfo[method]
  const problem = withdrawProblem(limits, amountCents)
  // The alert has the specification's text; the empty field names what is missing.
  const fieldText = (why: WithdrawProblem) =>
    why.kind === 'belowMin' && amountCents === 0 ? t('wallet.withdraw.enterAmount') : problemText(why)
  const stopped = standstill(limits)
  const whyId = useId()

  const changeAmount = (next: MoneyEntry) => {
    const isTooMuch = entryCents(next) > balanceCents
    setIsClamped(isTooMuch)
    setEntry(isTooMuch ? entryOfCents(balanceCents) : next)
    setIsTried(false)
  }
  const submit = () => {
    setIsTried(problem !== undefined)
    if (problem) return void alert({ text: problemText(problem), kind: 'warn' })
    if (user.kyc !== 1) return openOverlay('kyc', { tab: 'withdraw' })
    if (!details?.payCardNo) {
      // The limits include the own CPF; the cached ones are older than its confirmation.
      return ownNameOnly ? void refreshCalls('GET /api/app/order/getWithdraw') : setEditing(true)
    }
    withdrawing.mutate({ method, amountCents, details, usdtRate: limits.usdtRate })
  }

  if (toVerify) {
    return (
      <PasswordStep
        payoutKey={[
          networkOf(toVerify.method, toVerify.details.payCardNo),
          shownKey(toVerify.method, toVerify.details.payCardNo),
        ]
          .filter(Boolean)
          .join(' · ')}
        onVerified={() => {
          setToVerify(undefined)
          withdrawing.mutate(toVerify)
        }}
        onBack={() => setToVerify(undefined)}
      />
    )
  }
  if (isTransferring && limits.transfer) {
    return <TransferForm limits={limits.transfer} onBack={() => setIsTransferring(false)} />
  }
  if (editing) {
    return (
      <DetailsForm
        method={method}
        details={details}
        holder={user.name ?? ''}
        email={user.email}
        onSave={(saved) => {
          setTyped({ ...typed, [method]: saved })
          setEditing(false)
        }}
        onBack={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      <LimitsCard
        limits={limits}
        heldCents={heldByWagering(user, limits)}
        bonusCents={centsOf(user.freeBalance)}
        countsWithdrawals={countsWithdrawals}
      />
      <WithdrawalsUnderWay />
      <WageringMeter wagering={user.wagering} parts={['own']} />
      <AmountField
        entry={entry}
        onEntry={changeAmount}
        limits={limits}
        error={isTried && problem ? fieldText(problem) : undefined}
        note={isClamped ? t('wallet.withdraw.clamped', { balance: format.money(balanceCents) }) : undefined}
      />
      <PayoutChoice
        methods={methods}
        method={method}
        onMethod={setMethod}
        details={details}
        {...(ownNameOnly ? {} : { onEdit: () => setEditing(true) })}
      />
      <WithdrawSummary amountCents={amountCents} limits={limits} method={method} />
      <HelpArticle slug="withdraw" />
      {limits.transfer && (
        <Button kind="ghost" size="m" block onClick={() => setIsTransferring(true)}>
          {t('wallet.transfer.title')}
        </Button>
      )}
      <StickyAction>
        {/* The specification's words are accounting terms: plain ones come first. */}
        {stopped?.kind === 'nothing' && (
          <p className="text-center text-13 font-600">{t('wallet.withdraw.noneAvailable')}</p>
        )}
        {stopped?.kind === 'locked' && <OpenGames games={limits.openGames} />}
        {stopped && (
          <p id={whyId} className="pb-8 text-center text-13 text-text-2">
            {problemText(stopped)}
          </p>
        )}
        {/* Pressed anyway, it answers as SPEC §5 says. */}
        <Button
          block
          busy={withdrawing.isPending}
          onClick={submit}
          aria-disabled={stopped ? true : undefined}
          aria-describedby={stopped ? whyId : undefined}
        >
          {t('wallet.withdraw.submit')}
          {amountCents > 0 && <span>{format.money(amountCents)}</span>}
        </Button>
      </StickyAction>
    </>
  )
}
