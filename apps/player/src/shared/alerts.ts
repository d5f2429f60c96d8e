import type { AlertKind } from '@palpite/ui'
import { create } from 'zustand'

/** A question or message waiting for an answer. Without `okLabel` the button says "Eu entendi". */
export type WaitingAlert = {
  kind?: AlertKind
  text: string
  /** The consequence, in a line below. */
  note?: string
  okLabel?: string
  cancelLabel?: string
}
type Queued = WaitingAlert & { serial: number; answer: (agreed: boolean) => void }

export const useAlerts = create<{ waiting: readonly Queued[] }>(() => ({ waiting: [] }))
let serial = 0

/**
 * Shows a message in the middle and waits for its button; with `cancelLabel` it is a question.
 * The same text is not queued twice: two failures of one cause are one message.
 */
export const alert = (message: WaitingAlert): Promise<boolean> =>
  new Promise((resolve) => {
    const { waiting } = useAlerts.getState()
    const twin = waiting.find((queued) => queued.text === message.text)
    if (twin) return resolve(false)
    serial += 1
    const queued = { ...message, serial, answer: resolve }
    useAlerts.setState({ waiting: [...waiting, queued] })
  })

/** Answers the first alert and shows the next one. */
export const answerAlert = (agreed: boolean): void => {
  const [first, ...rest] = useAlerts.getState().waiting
  useAlerts.setState({ waiting: rest })
  first?.answer(agreed)
}

/**
 * Removes all alerts unanswered when the player leaves. Their promises never resolve, so nothing opens for the next
 * player.
 */
export const forgetAlerts = (): void => useAlerts.setState({ waiting: [] })
