import { create } from 'zustand'

type Asked = { answer: (isProven: boolean) => void }

/** Whether the player is asked for the second factor again, above whatever is open. */
export const useStepUp = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }))

let answered: Promise<boolean> | undefined

/**
 * Asks the player for the second factor again, for what a stolen session must not do, and tells whether it was given. What asks
 * meanwhile waits for the same answer.
 */
export const askStepUp = (): Promise<boolean> => {
  answered ??= new Promise((resolve) => useStepUp.setState({ asked: { answer: resolve } }))
  return answered
}

/** The second factor was given, or its player went back. */
export const answerStepUp = (isProven: boolean): void => {
  const { asked } = useStepUp.getState()
  answered = undefined
  useStepUp.setState({ asked: undefined })
  asked?.answer(isProven)
}
