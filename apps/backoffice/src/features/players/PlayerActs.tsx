import { Field, TextInput } from '@palpite/ui'
import { type ReactNode, useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { Discount } from './Discount.tsx'
import type { Player } from './player.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { ReopenAccount } from './ReopenAccount.tsx'
import { ResetFactor } from './ResetFactor.tsx'

/** An operator's actions on a player, each with a reason. */
export function PlayerActs({ player }: { player: Player }) {
  const { playerId, secondFactorSince, closing } = player
  const t = useText()
  const mayCorrect = useMay('players.correct')
  const mayBound = useMay('players.bound')
  const mayFlag = useMay('players.flag')
  const mayDiscount = useMay('discounts.grant')
  return (
    <>
      {mayDiscount && (
        <Act title={t('players.discount.title')}>
          <Discount playerId={playerId} />
        </Act>
      )}
      {mayBound && <StakeFactor playerId={playerId} />}
      {mayFlag && <UsdtWithdrawals playerId={playerId} />}
      {mayCorrect && <Identity playerId={playerId} />}
      {mayCorrect && closing !== null && closing.why !== 'exclusion' && mayReopen(closing) && (
        <Act title={t('players.reopen.title')}>
          <ReopenAccount playerId={playerId} />
        </Act>
      )}
      {mayCorrect && secondFactorSince !== null && (
        <Act title={t('players.factor.title')}>
          <ResetFactor player={player} />
        </Act>
      )}
    </>
  )
}

/** While contact data exist: they are deleted after their time. */
const mayReopen = ({ contactUntil, contactDeletedAt }: NonNullable<Player['closing']>): boolean =>
  contactDeletedAt === null && Date.parse(contactUntil) > Date.now()

function StakeFactor({ playerId }: { playerId: number }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/players/:playerId/stakeFactor')
  const [percent, setPercent] = useState('100')
  const share = Number(percent)
  const isShare = Number.isInteger(share) && share >= 0 && share <= 100 && percent !== ''
  const params = { playerId: String(playerId) }
  return (
    <Act title={t('players.bound.title')}>
      <ReasonedAct
        hint={t('reason.field.min')}
        button={t('players.bound.button')}
        isBusy={command.isPending}
        isReady={isShare}
        send={(reason, answered) =>
          command.mutate({ params, body: { factorBps: share * 100, reason } }, answered)
        }
        onDone={() => say(t('players.bound.done', { percent: share }))}
      >
        <Field label={t('players.bound.label')} error={isShare ? undefined : t('players.bound.wrong')}>
          <TextInput
            size="s"
            inputMode="numeric"
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        </Field>
      </ReasonedAct>
    </Act>
  )
}

const usdtNames = { '0': 'players.usdt.closed', '20': 'players.usdt.open' } as const
const usdtFlags = ['0', '20'] as const

/** Whether the player may withdraw in USDT. */
function UsdtWithdrawals({ playerId }: { playerId: number }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/players/:playerId/lx')
  const [lx, setLx] = useState<keyof typeof usdtNames>('0')
  const params = { playerId: String(playerId) }
  return (
    <Act title={t('players.usdt.title')}>
      <ReasonedAct
        hint={t('reason.field.min')}
        button={t('players.usdt.button')}
        isBusy={command.isPending}
        send={(reason, answered) => command.mutate({ params, body: { lx, reason } }, answered)}
        onDone={() => say(t('players.usdt.done'))}
      >
        <Pick
          label={t('players.usdt.label')}
          value={lx}
          options={usdtFlags.map((value) => ({ value, label: t(usdtNames[value]) }))}
          onChange={setLx}
        />
      </ReasonedAct>
    </Act>
  )
}

function Identity({ playerId }: { playerId: number }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/players/:playerId/identity')
  const [name, setName] = useState('')
  const [cardNo, setCardNo] = useState('')
  const params = { playerId: String(playerId) }
  return (
    <Act title={t('players.correct.title')}>
      <ReasonedAct
        hint={t('players.correct.hint')}
        button={t('players.correct.button')}
        isBusy={command.isPending}
        isReady={name !== '' && cardNo !== ''}
        send={(reason, answered) => command.mutate({ params, body: { name, cardNo, reason } }, answered)}
        onDone={() => say(t('players.correct.done'))}
      >
        <Field label={t('players.correct.name')}>
          <TextInput
            size="s"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('players.column.cpf')}>
          <TextInput
            size="s"
            maxLength={20}
            inputMode="numeric"
            value={cardNo}
            onChange={(event) => setCardNo(event.target.value)}
          />
        </Field>
      </ReasonedAct>
    </Act>
  )
}

function Act({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="hairline rounded-14 px-14">
      <summary className="flex min-h-40 cursor-pointer items-center text-13 font-600">{title}</summary>
      <div className="pb-14">{children}</div>
    </details>
  )
}
