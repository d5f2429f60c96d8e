import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** A command's work and its follow-up. */
export type CommandOptions<Data, Input> = Omit<UseMutationOptions<Data, Error, Input>, 'onSettled'>

/**
 * A button's command, one at a time: a second press while it runs is ignored. `isPending` is too late, because a
 * second tap may come before React renders the first.
 */
export function useCommand<Data, Input = void>(options: CommandOptions<Data, Input>) {
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const mutate = (input: Input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(input)
  }
  /** The same, with a promise for callers that wait for the result. */
  const mutateAsync = async (input: Input): Promise<Data> => {
    if (isUnderWay.current) throw new Error('this command is under way already')
    isUnderWay.current = true
    return mutation.mutateAsync(input)
  }
  return { ...mutation, mutate, mutateAsync }
}
