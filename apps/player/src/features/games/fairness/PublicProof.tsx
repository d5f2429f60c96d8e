import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useLogProof } from './use-log-proof.ts'

/** A commitment's position in the public log with its proof verified here; or that it is not there yet. */
export function PublicProof({ entry }: { entry: string }) {
  const t = useText()
  const format = useFormat()
  const { data: proof, isError, isFetching, refetch } = useLogProof(entry)
  if (!proof) {
    return (
      <div role="status" className="grid gap-4 rounded-11 bg-surface-2 p-12 text-12 text-text-2">
        <p>{t(isError && !isFetching ? 'proofs.log.absent' : 'proofs.log.looking')}</p>
        {isError && !isFetching && (
          <button
            type="button"
            className="tap cursor-pointer justify-self-start font-600 text-brand-text hover:underline"
            onClick={() => void refetch()}
          >
            {t('proofs.log.again')}
          </button>
        )}
      </div>
    )
  }
  const { line, size, at, isSigned, isIncluded } = proof
  const isGood = isIncluded && isSigned !== false
  return (
    <div role="status" className="grid gap-4 rounded-11 bg-surface-2 p-12 text-12 text-text-2">
      <p
        data-good={isGood || undefined}
        className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
      >
        <Icon name={isGood ? 'check-circle-fill' : 'x-circle-fill'} className="size-18 shrink-0" />
        {t(isGood ? 'proofs.log.proven' : isIncluded ? 'proofs.log.unsigned' : 'proofs.log.wrong')}
      </p>
      <p>{t('proofs.log.line', { line, size, at: format.when(at) })}</p>
      <p>{t('proofs.log.means')}</p>
      {isSigned === undefined && <p>{t('proofs.log.cannotTell')}</p>}
    </div>
  )
}
