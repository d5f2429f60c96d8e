import { Chip, entryOfCents, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { useFormat } from '../../shared/format/use-format.ts'
import { useText } from '../../shared/text/text.ts'
import type { Stake } from './shell/use-stake.ts'
import { doubled, greatest, halved, quickStakes } from './stake.ts'

type Props = {
  stake: Stake
  disabled?: boolean
  /**
   * On boards that fill the phone the options below must stay visible, so small stakes are shown on tall screens only.
   */
  isBelowBoard?: boolean
}

/**
 * The stake with half, double and maximum beside it, and small stakes below if there is room. An invalid stake stays
 * and shows the reason.
 */
export function StakeField({ stake, disabled = false, isBelowBoard = false }: Props) {
  const t = useText()
  const { entry, setEntry, bounds, mostCents } = stake
  const format = useFormat()
  const problem = useStakeProblem(stake)
  const step = (label: string, sign: string, next: MoneyEntry) => (
    <button
      type="button"
      disabled={disabled}
      onClick={() => setEntry(next)}
      className="tap grid size-44 roomy:w-auto roomy:min-w-44 roomy:px-5 wide:size-36 wide:[--tap:calc(var(--spacing)*36)] cursor-pointer touch-manipulation place-items-center rounded-11 bg-surface-3 text-14 font-700 hover:bg-surface-4 active:bg-surface-4 disabled:bg-surface-3 disabled:text-text-disabled"
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="whitespace-nowrap">
        {sign}
      </span>
    </button>
  )
  return (
    <div className="grid gap-6">
      <MoneyInput
        label={t('games.stake.label')}
        entry={entry}
        onEntry={setEntry}
        symbol={t('games.stake.symbol')}
        decimalMark={t('games.stake.mark') === ',' ? ',' : '.'}
        keyboard="native"
        error={problem}
        disabled={disabled}
        side={
          <span className="flex gap-6">
            {step(t('games.stake.half'), '½', halved(entry, bounds.minStakeCents))}
            {step(t('games.stake.double'), '2×', doubled(entry, bounds))}
            {step(t('games.stake.max'), t('games.stake.maxSign'), greatest(bounds, mostCents))}
          </span>
        }
      />
      {/* A short screen needs the room for board and bet; half and double suffice there. */}
      <div
        role="group"
        aria-label={t('games.stake.quick')}
        className={`grid grid-cols-4 gap-5 ${isBelowBoard ? 'low:hidden' : 'short:hidden'} roomy:hidden`}
      >
        {quickStakes(bounds).map((cents) => (
          <Chip
            key={cents}
            chosen={cents === stake.cents}
            disabled={disabled}
            aria-label={format.money(cents)}
            onClick={() => setEntry(entryOfCents(cents))}
            className="px-4"
          >
            {cents / 100}
          </Chip>
        ))}
      </div>
    </div>
  )
}

/** Why a stake is invalid, or undefined. The server decides; this saves a call. */
const useStakeProblem = ({ problem, bounds, balanceCents }: Stake): string | undefined => {
  const t = useText()
  const format = useFormat()
  switch (problem) {
    case 'tooSmall':
      return t('games.stake.tooSmall', { min: format.money(bounds.minStakeCents) })
    case 'tooGreat':
      return t('games.stake.tooGreat', { max: format.money(bounds.maxStakeCents) })
    case 'paysTooMuch':
      return t('games.stake.paysTooMuch', {
        payout: format.money(bounds.maxPayoutCents),
        max: format.money(bounds.maxPaidStakeCents),
      })
    case 'tooMuch':
      return t('games.stake.tooMuch', { balance: format.money(balanceCents) })
    case undefined:
      return undefined
  }
}
