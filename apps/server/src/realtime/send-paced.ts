type Options = {
  /** Sends all that has changed; what cannot be sent stays for the next time. */
  send: () => Promise<void>
  hasChanges: () => boolean
  everyMs: number
}

/**
 * Sends what changes, and never more often than this: a change that comes after a quiet time at once, those that come
 * within the pause as one. `changed` is called after each change.
 */
export function sendPaced({ send, hasChanges, everyMs }: Options): {
  changed: () => void
  stop: () => Promise<void>
} {
  let sending: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let isStopped = false

  const changed = () => {
    if (isStopped || pause || !hasChanges()) return
    pause = setTimeout(() => {
      pause = undefined
      // One reading at a time: an older one that answers later would undo the newer.
      void (sending ?? Promise.resolve()).then(changed)
    }, everyMs)
    sending = send().finally(() => {
      sending = undefined
    })
  }
  return {
    changed,
    stop: async () => {
      isStopped = true
      clearTimeout(pause)
      await sending
      // The reader has passed the changes gathered since: no other server will send them.
      await send()
    },
  }
}
