import { Button, Icon } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useClaim } from '../parts/use-claim.ts'
import { Stair } from './Stair.tsx'
import { stairOf, type Step, useLadder } from './use-ladder.ts'

/** The ladder: steps, the next one in a sentence, and the claimable step. Unknown player data is not guessed. */
export function LadderBlock({ id }: { id?: string }) {
  const t = useText()
  const { money } = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  const own = useLadder(isLoggedIn)
  const claim = useClaim()
  return (
    <Card title={t('rewards.ladder.title')} {...(id !== undefined && { id })}>
      <Loaded query={rules} skeleton={['h-220 rounded-14', 'h-44 rounded-14']}>
        {({ ladder }) => {
          const { steps, ready, next } = stairOf(ladder.steps, own.data)
          if (steps.length === 0) return <p className="text-14 text-text-2">{t('rewards.ladder.none')}</p>
          return (
            <>
              <Stair steps={steps} />
              {isLoggedIn ? (
                <Loaded query={own} skeleton={['h-20 rounded-8', 'h-44 rounded-14']}>
                  {({ validInvitees, otherInvitees }) => (
                    <>
                      <p className="flex items-center gap-8 text-14">
                        {validInvitees > 0 && (
                          <Icon name="check-circle-fill" className="size-18 shrink-0 text-win" />
                        )}
                        {t('rewards.ladder.have', { count: validInvitees, others: otherInvitees })}
                      </p>
                      {ready ? (
                        <Button busy={claim.isPending} onClick={() => claim.mutate(ready.awardId)}>
                          {t('rewards.ladder.claim', { amount: money(ready.awardCents) })}
                        </Button>
                      ) : (
                        next && <NextStep friends={next.invitees - validInvitees} step={next} />
                      )}
                    </>
                  )}
                </Loaded>
              ) : (
                next && <NextStep friends={next.invitees} step={next} />
              )}
              <p className="text-13 text-text-2">
                {t('rewards.ladder.valid', {
                  topUp: money(ladder.minTopUpCents),
                  staked: money(ladder.minStakedCents),
                })}
              </p>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function NextStep({ friends, step }: { friends: number; step: Step }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <p className="text-14 font-600">
      {t('rewards.ladder.next', { count: friends, amount: money(step.awardCents) })}
    </p>
  )
}
