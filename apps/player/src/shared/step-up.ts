import { create } from 'zustand'

type Asked = { answer: (isProven: boolean) => void }

/** Whether the second-factor dialog is open. */
export const useStepUp = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }))

let answered: Promise<boolean> | undefined

/**
 * Asks for the second factor again, for calls a stolen session must not make; resolves to whether it was given.
 * Concurrent requests share the answer.
 */
export const askStepUp = (): Promise<boolean> => {
  answered ??= new Promise((resolve) => useStepUp.setState({ asked: { answer: resolve } }))
  return answered
}

/** The second factor was given or cancelled. */
export const answerStepUp = (isProven: boolean): void => {
  const { asked } = useStepUp.getState()
  answered = undefined
  useStepUp.setState({ asked: undefined })
  asked?.answer(isProven)
}
