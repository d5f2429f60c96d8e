import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Deed<Input, Answer> = {
  mutationFn: (input: Input) => Promise<Answer>
  onSuccess: (answer: Answer) => Promise<void> | void
  onError?: (error: Error) => void
}

/**
 * A mutation that is sent once at a time; asked for again meanwhile, it does nothing. `isPending` alone cannot tell:
 * it is as of the last render, and the second tap of two may come before the next.
 */
export const useSingleMutation = <Answer, Input = void>(deed: Deed<Input, Answer>) => {
  const isUnderWay = useRef(false)
  const { mutate, isPending, data } = useMutation({
    ...deed,
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const mutateOnce = (input: Input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(input)
  }
  return { mutate: mutateOnce, isPending, data }
}
