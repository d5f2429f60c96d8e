import { Suspense } from 'react'
import { StepUpDialog } from '../features/account/index.ts'
import { answerStepUp, useStepUp } from '../shared/step-up.ts'

/** Asks for the second factor again above any overlay, which continues afterwards. */
export function StepUpHost() {
  const isAsked = useStepUp(({ asked }) => asked !== undefined)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onDone={answerStepUp} />
    </Suspense>
  )
}
