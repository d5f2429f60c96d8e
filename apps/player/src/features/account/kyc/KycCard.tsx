import { cx, Icon, Pattern } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import css from './KycCard.module.css'

type Props = { name: string; cpf: string; isProvided: boolean }

/** A card that fills while typing, and flips when the data are saved. Saved is not verified. */
export function KycCard({ name, cpf, isProvided }: Props) {
  const t = useText()
  return (
    <div
      aria-hidden="true"
      className={cx(css.card, 'relative min-h-132')}
      data-provided={isProvided || undefined}
    >
      <div
        className={cx(
          css.face,
          'grid content-between gap-10 overflow-hidden rounded-18 bg-play-tint p-16 text-text',
        )}
      >
        <Pattern seed={27} columns={9} rows={4} className="absolute inset-0 size-full text-surface-3" />
        <Icon name="identification-card-duotone" className="relative size-32 text-play-text" />
        <div className="relative min-w-0">
          <p className="truncate text-18 font-700 tracking-tight">{name || t('account.kyc.sampleName')}</p>
          <p className="text-14 text-text-2">{cpf || t('account.kyc.sampleCpf')}</p>
        </div>
      </div>
      <div
        className={cx(
          css.face,
          css.back,
          'grid place-content-center justify-items-center gap-6 rounded-18 bg-win-tint text-win',
        )}
      >
        <Icon name="check-circle-fill" className="size-40" />
        <p className="text-18 font-800">{t('account.kyc.provided')}</p>
      </div>
    </div>
  )
}
