import { Suspense } from 'react'
import { StepUpDialog } from '../features/account/index.ts'
import { answerStepUp, useStepUp } from '../shared/step-up.ts'

/** Asks for the second factor again, above whatever is open, which goes on afterwards where it stood. */
export function StepUpHost() {
  const isAsked = useStepUp(({ asked }) => asked !== undefined)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onDone={answerStepUp} />
    </Suspense>
  )
}
