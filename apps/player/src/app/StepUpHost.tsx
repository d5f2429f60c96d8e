import { Suspense, useEffect } from 'react'
import { StepUpDialog } from '../features/account/index.ts'
import { onLogout } from '../shared/session.ts'
import { answerStepUp, useStepUp } from '../shared/step-up.ts'

const forget = () => answerStepUp(false)

/**
 * Asks for the second factor again, above whatever is open, which goes on afterwards where it stood. Who leaves meanwhile has
 * given none.
 */
export function StepUpHost() {
  const isAsked = useStepUp(({ asked }) => asked !== undefined)
  useEffect(() => onLogout(forget), [])
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onDone={answerStepUp} />
    </Suspense>
  )
}
