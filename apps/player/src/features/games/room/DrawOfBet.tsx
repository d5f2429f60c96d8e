import { chainEntry } from '@palpite/games/log'
import { useMemo } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { PublicProof } from '../fairness/PublicProof.tsx'
import { useRoundWords } from '../use-round-words.ts'
import { Finding, Written } from './chain-parts.tsx'
import { type SharedBet, verifyDraw } from './verify-draw.ts'

/** A bet's draw, recomputed here: its seed, its link to the commitment, and its result. */
export function DrawOfBet({ round }: { round: SharedBet }) {
  const t = useText()
  const { words } = useRoundWords()
  const verified = useMemo(() => verifyDraw(round), [round])
  const { draw } = round
  if (!draw) return null
  return (
    <section aria-label={t('proofs.draw.title', { place: draw.place + 1 })} className="grid gap-12">
      <div className="grid gap-2 rounded-11 bg-surface-2 p-12">
        <h3 className="text-14 font-700">{t('proofs.draw.title', { place: draw.place + 1 })}</h3>
        <p className="text-12 text-text-2">{words(round)}</p>
      </div>
      <Written label={t('rooms.chain.commitment')} words={draw.commitment} />
      <Written label={t('rooms.chain.salt')} words={draw.salt} />
      {verified ? (
        <>
          <Written label={t('proofs.draw.seed')} words={verified.seed} />
          <div role="status" className="grid gap-6 rounded-18 bg-surface-2 p-16">
            <Finding isGood={verified.isCommitted}>
              {t(verified.isCommitted ? 'proofs.draw.linked' : 'proofs.draw.broken', {
                count: verified.place + 1,
              })}
            </Finding>
            {verified.isSame === undefined ? (
              <p className="text-13">{t('proofs.draw.untold', { outcome: verified.outcome })}</p>
            ) : (
              <Finding isGood={verified.isSame}>
                {t(verified.isSame ? 'proofs.draw.same' : 'proofs.draw.other', {
                  outcome: verified.outcome,
                })}
              </Finding>
            )}
          </div>
        </>
      ) : (
        <p className="text-text-2">{t('proofs.draw.open')}</p>
      )}
      <PublicProof entry={chainEntry(draw)} />
    </section>
  )
}
